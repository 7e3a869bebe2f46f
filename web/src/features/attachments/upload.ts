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

/** Returns an `upload` that fails at once after a file got no response, so that the user waits for one timeout only. */
export function stopAfterNoResponse(upload: Upload): Upload {
  let firstWithoutResponse: UploadOutcome | null = null;
  return async (job) => {
    if (firstWithoutResponse !== null) return firstWithoutResponse;
    const outcome = await upload(job);
    if (outcome.kind === "failed" && outcome.noResponse) firstWithoutResponse = outcome;
    return outcome;
  };
}
