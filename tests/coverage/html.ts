import { type FileCoverage, missing, neverText } from "./covered.ts";

/** A page with both files, in which expressions without both outcomes are highlighted. */
export function coverageHtml(files: readonly FileCoverage[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Coverage of the rules</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 2rem; }
  pre { overflow-x: auto; }
  .seen { color: light-dark(#17663a, #7ddca4); }
  .missing { color: light-dark(#a01818, #ff9a9a); font-weight: 600; }
</style>
<h1>Coverage of the rules</h1>
${files.map(sectionOf).join("\n")}
</html>
`;
}

function sectionOf({ name, source, expressions }: FileCoverage): string {
  const lacking = expressions.filter((expression) => missing(expression).length > 0);
  const lines = source.split("\n").map((line, index) => {
    const here = expressions.filter((expression) => expression.line === index + 1);
    const state = here.some((expression) => lacking.includes(expression)) ? "missing" : here.length > 0 ? "seen" : "";
    return `<span class="${state}">${String(index + 1).padStart(4)}  ${escapeHtml(line)}</span>`;
  });
  const items = lacking.map(
    (expression) =>
      `<li>Line ${expression.line}, ${escapeHtml(expression.where)}: <code>${escapeHtml(expression.text)}</code> ${neverText(expression)}.</li>`,
  );
  return `<h2>${name}</h2>
<p>${expressions.length - lacking.length} of ${expressions.length} expressions have every outcome that they can have.</p>
<ul>
${items.join("\n")}
</ul>
<pre>${lines.join("\n")}</pre>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]!);
