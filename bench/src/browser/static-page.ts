/** Removes scripts and their preloads from a rendered page. Visits of the result are the limit for visits of the page. */
export function staticPage(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*>/gi, (link) => (isForScripts(link) ? "" : link));
}

function isForScripts(link: string): boolean {
  return /rel="?modulepreload/i.test(link) || (/rel="?preload/i.test(link) && /as="?(script|fetch)/i.test(link));
}
