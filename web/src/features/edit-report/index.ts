export { CorrectionForm, EditForm } from "./edit-forms.tsx";
