declare global {
  /** What the page's own script asked for before any other code was there (`first.js`); `null` when it got no answer. */
  var logbookEarly: { path: string; answer: Promise<Response | null> } | undefined;
}

/** The answer that the page has asked for already at this path, given out once; `null` when there is none. */
export async function takeEarlyResponse(path: string): Promise<Response | null> {
  const early = globalThis.logbookEarly;
  if (early?.path !== path) return null;
  globalThis.logbookEarly = undefined;
  return await early.answer;
}
