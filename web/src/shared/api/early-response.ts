declare global {
  /** The request that `first.js` sent before any other code was loaded. Its answer is `null` if it failed. */
  var logbookEarly: { path: string; answer: Promise<Response | null> } | undefined;
}

/** Takes the response to the early request if it was for this path: once, since a body can be read only once. */
export async function takeEarlyResponse(path: string): Promise<Response | null> {
  const early = globalThis.logbookEarly;
  if (early?.path !== path) return null;
  globalThis.logbookEarly = undefined;
  return await early.answer;
}
