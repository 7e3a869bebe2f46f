export { AttachmentsField } from "./attachments-field.tsx";
export { attachedFiles, type ListedFile, uploadedAttachments } from "./file-list.ts";
export { createFileStore, type FileStore } from "./file-store.ts";
export { prepareFile } from "./prepare-file.ts";
export { loadUploadCode, upload } from "./uploads.tsx";
