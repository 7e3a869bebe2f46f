import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const docs = new URL("../docs/", import.meta.url);
const text = readFileSync(new URL("security.md", docs), "utf8");

/** A link to a file, and the names in backticks before the link: code or test titles in that file. */
interface FileReference {
  file: URL;
  names: string[];
}

interface Row {
  number: number;
  defences: FileReference[];
  tests: FileReference[];
}

const rows: Row[] = [...text.matchAll(/^\| (\d+) \|(.+)\|$/gm)].map(([, number, otherColumns]) => {
  const [_attack, _response, defences, tests] = otherColumns!.split(" | ");
  return { number: Number(number), defences: referencesIn(defences!), tests: referencesIn(tests!) };
});

function referencesIn(cell: string): FileReference[] {
  return [...cell.matchAll(/((?:`[^`]+`(?:, | in )?)*)\[[^\]]+\]\(([^)]+)\)/g)].map(([, names, path]) => ({
    file: new URL(path!, docs),
    names: [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  }));
}

/** The titles of a file's tests, with `…` for each part that differs between the cases of one test. */
function titlesOf(file: URL): string[] {
  const source = readFileSync(file, "utf8");
  const titles = [...source.matchAll(/\(\s*("(?:[^"\\]|\\.)*"|`[^`]*`)/g)];
  return titles.map(([, title]) => title!.slice(1, -1).replace(/\$\{[^}]*\}|\$\w+|%[sdij]/g, "…"));
}

it("docs/security.md has a row for each of the 50 threats, with a defence and a test", () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  for (const { number, defences, tests } of rows) {
    expect(defences.length, `defences of ${number}`).toBeGreaterThan(0);
    expect(tests.flatMap(({ names }) => names).length, `tests of ${number}`).toBeGreaterThan(0);
  }
});

it.each(rows)("threat $number: docs/security.md names its defences in the files that contain them", ({ defences }) => {
  for (const { file, names } of defences) {
    expect(existsSync(file), file.pathname).toBe(true);
    const source = readFileSync(file, "utf8");
    for (const name of names) expect(source, `${name} in ${file.pathname}`).toContain(name);
  }
});

it.each(rows)("threat $number: docs/security.md names its tests by their titles", ({ number, tests }) => {
  for (const { file, names } of tests) {
    expect(existsSync(file), file.pathname).toBe(true);
    for (const name of names) {
      expect(name.startsWith(`threat ${number}: `), name).toBe(true);
      expect(titlesOf(file), file.pathname).toContain(name);
    }
  }
});
