export { Attachments, FileTiles } from "./attachments.tsx";
export { AttachmentsField } from "./attachments-field.tsx";
export { namePastedFiles } from "./drop-zone.tsx";
export { fetchAttachment } from "./fetch-attachment.ts";
export { filesText, filesToSave, isUsable, type ListedFile, uploadedAttachments } from "./file-list.ts";
export { createFileStore, type FileStore } from "./file-store.ts";
export { loadUploadCode, upload } from "./lazy-upload.tsx";
