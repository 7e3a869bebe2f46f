import type { Result } from "../../shared/api/result.ts";
import { filesText, upload, uploadedAttachments } from "../attachments/index.ts";
import { discardUnsentFiles, openUnsentFiles } from "../drafts/index-lazy.ts";
import { addAmendment, type NewAmendment } from "./api.ts";

/**
 * Uploads the files of an amendment and adds it with them. After a failure, another call with the same id adds nothing
 * twice. The result is a function that deletes the files which the browser has saved.
 */
export async function sendWithFiles(
  filesKey: string,
  amendment: NewAmendment,
  mayResend = true,
): Promise<Result<() => void>> {
  const { id, issueId, userId } = amendment;
  const unsentFiles = await openUnsentFiles(userId, filesKey);
  const { files } = unsentFiles;
  // An amendment whose response was lost may have the uploaded files, and no other one can have them, too.
  if (unsentFiles.sentAs !== id) files.forgetUploads();
  unsentFiles.sentAs = id;
  const failedCount = await files.uploadAll({ uid: userId, issueId }, upload);
  if (failedCount > 0) {
    console.error(`Failed to process attachments: ${failedCount} not uploaded.`);
    const error = `${filesText(failedCount)} could not be attached, the list says why. Add the amendment again to retry, or remove what fails.`;
    // The same kind of failure as a refusal by the API, although no amendment was sent.
    return { ok: false, kind: "refused", status: 400, error, code: "bad-request" };
  }
  // After a reload, the next attempt must send the same files.
  await unsentFiles.save();
  const result = await addAmendment({ ...amendment, attachments: uploadedAttachments(files.get()) });
  if (result.ok) return { ok: true, data: () => discardUnsentFiles(userId, filesKey) };
  // The job `sweep` deletes uploaded files some hours later if nothing lists them.
  if (result.code !== "attachment-missing" || !mayResend) return result;
  files.forgetUploads();
  return sendWithFiles(filesKey, amendment, false);
}
