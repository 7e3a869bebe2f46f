/** Has the browser fetch, but not yet run, the code that comes after the first picture. */
export function preloadRest(): void {
  const { rest = [] } = JSON.parse(document.getElementById("code")?.textContent ?? "{}") as { rest?: string[] };
  for (const href of rest)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
