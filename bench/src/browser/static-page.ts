/** Removes scripts and their preloads from a rendered page. The bench compares the page with this static page. */
export function staticPage(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*>/gi, (link) => (isScriptPreload(link) ? "" : link));
}

function isScriptPreload(link: string): boolean {
  return /rel="?modulepreload/i.test(link) || (/rel="?preload/i.test(link) && /as="?(script|fetch)/i.test(link));
}
