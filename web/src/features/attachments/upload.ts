/** Whose draft a file belongs to. */
export interface DraftPlace {
  uid: string;
  issueId: string;
}

/** One file on its way to Storage; `onProgress` is given 0 to 1, `signal` gives up. */
interface UploadJob {
  place: DraftPlace;
  name: string;
  type: string;
  content: Blob;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** `url` is the API path that will serve the file; `reason` a whole sentence, `noAnswer` where the line seems dead. */
export type UploadOutcome = { kind: "uploaded"; url: string } | { kind: "failed"; reason: string; noAnswer: boolean };

/** Stores one file. Never throws for a line, a rule or a server that says no. */
export type Upload = (job: UploadJob) => Promise<UploadOutcome>;

/** The same for many files, of which none is tried any more once one got no answer: each would wait as long in vain. */
export function stopAfterNoAnswer(upload: Upload): Upload {
  let dead: UploadOutcome | null = null;
  return async (job) => {
    if (dead !== null) return dead;
    const outcome = await upload(job);
    if (outcome.kind === "failed" && outcome.noAnswer) dead = outcome;
    return outcome;
  };
}
