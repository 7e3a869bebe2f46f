/**
 * The limit: a page as it stands after rendering, without anything that runs: no scripts, nothing preloaded for them.
 * Text, markup and stylesheet stay as they are.
 */
export function staticPage(rendered: string): string {
  return rendered
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*>/gi, (link) => (isForScripts(link) ? "" : link));
}

function isForScripts(link: string): boolean {
  return /rel="?modulepreload/i.test(link) || (/rel="?preload/i.test(link) && /as="?(script|fetch)/i.test(link));
}
