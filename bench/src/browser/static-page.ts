/** The limit: a rendered page without its scripts and without what is preloaded for them. Everything else stays. */
export function staticPage(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*>/gi, (link) => (isForScripts(link) ? "" : link));
}

function isForScripts(link: string): boolean {
  return /rel="?modulepreload/i.test(link) || (/rel="?preload/i.test(link) && /as="?(script|fetch)/i.test(link));
}
