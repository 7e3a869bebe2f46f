let kept = !import.meta.env.PROD;

/** Keeps the page for the next visit (`kept-page.ts`), the first time that it is called. In development it never does. */
export function keepPageOnce(): void {
  if (kept) return;
  kept = true;
  import("./kept-page.ts").then(({ keepPage }) => keepPage()).catch(() => undefined);
}
