/** Whether an If-None-Match header contains this ETag by weak comparison (RFC 9110, 8.8.3.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const etags = (ifNoneMatch ?? "").split(",").map((entry) => withoutWeakPrefix(entry.trim()));
  return etags.includes("*") || etags.includes(withoutWeakPrefix(etag));
}

function withoutWeakPrefix(etag: string): string {
  return etag.replace(/^W\//, "");
}
