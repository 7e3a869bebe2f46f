export { ReportPage } from "./report-page.tsx";
