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

/** `url` is the API path that serves the file, `reason` a whole sentence for the user. */
export type UploadOutcome =
  | { kind: "uploaded"; url: string }
  | { kind: "failed"; reason: string; gotNoResponse: boolean };

/** Uploads one file. A network failure or a refusal is an outcome, not an exception. */
export type Upload = (job: UploadJob) => Promise<UploadOutcome>;

/** Returns an `upload` that fails at once if an earlier file got no response: the user waits for one timeout only. */
export function stopAfterNoResponse(upload: Upload): Upload {
  let outcomeWithoutResponse: UploadOutcome | null = null;
  return async (job) => {
    if (outcomeWithoutResponse !== null) return outcomeWithoutResponse;
    const outcome = await upload(job);
    if (outcome.kind === "failed" && outcome.gotNoResponse) outcomeWithoutResponse = outcome;
    return outcome;
  };
}
