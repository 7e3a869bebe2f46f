/** The folder in Storage for the files of one draft: `attachments/{uid}/{issueId}`. */
export interface UploadFolder {
  uid: string;
  issueId: string;
}

/** One file to upload. `onProgress` gets 0 to 1; `signal` cancels the upload. */
interface UploadJob {
  folder: UploadFolder;
  name: string;
  type: string;
  content: Blob;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** `url` is the API path that serves the file, `reason` a whole sentence. `noResponse`: the server did not respond. */
export type UploadOutcome = { kind: "uploaded"; url: string } | { kind: "failed"; reason: string; noResponse: boolean };

/** Uploads one file. It does not throw for network failures and refusals: they are outcomes. */
export type Upload = (job: UploadJob) => Promise<UploadOutcome>;

/** Returns an `upload` that fails at once after one file got no response: the user waits for one timeout only. */
export function stopAfterNoResponse(upload: Upload): Upload {
  let unanswered: UploadOutcome | null = null;
  return async (job) => {
    if (unanswered !== null) return unanswered;
    const outcome = await upload(job);
    if (outcome.kind === "failed" && outcome.noResponse) unanswered = outcome;
    return outcome;
  };
}
