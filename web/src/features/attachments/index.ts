export { Attachments } from "./attachments.tsx";
export { AttachmentsField } from "./attachments-field.tsx";
export { fetchAttachment } from "./fetch-attachment.ts";
export { type ListedFile, uploadedAttachments } from "./file-list.ts";
export { createFileStore, type FileStore } from "./file-store.ts";
export { upload } from "./lazy-upload.tsx";
