/** Whether an If-None-Match header names this tag, compared weakly (RFC 9110, 8.8.3.2). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => opaque(tag.trim()));
  return tags.includes("*") || tags.includes(opaque(etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
