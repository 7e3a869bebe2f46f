import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const docs = new URL("../docs/", import.meta.url);
const text = readFileSync(new URL("security.md", docs), "utf8");

/** Names in backticks and the file that contains them; without names the whole file is meant. */
interface Place {
  file: URL;
  names: string[];
}

interface Row {
  number: number;
  defences: Place[];
  tests: Place[];
}

const rows: Row[] = [...text.matchAll(/^\| (\d+) \|(.+)\|$/gm)].map(([, number, rest]) => {
  const cells = rest!.split(" | ");
  return { number: Number(number), defences: placesIn(cells[2]!), tests: placesIn(cells[3]!) };
});

function placesIn(cell: string): Place[] {
  return [...cell.matchAll(/((?:`[^`]+`(?:, | in )?)*)\[[^\]]+\]\(([^)]+)\)/g)].map(([, names, path]) => ({
    file: new URL(path!, docs),
    names: [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  }));
}

/** The titles of a file's tests, with `…` for each part that differs between the cases of one test. */
function titlesOf(file: URL): string[] {
  const source = readFileSync(file, "utf8");
  const quoted = [...source.matchAll(/\(\s*("(?:[^"\\]|\\.)*"|`[^`]*`)/g)];
  return quoted.map(([, title]) => title!.slice(1, -1).replace(/\$\{[^}]*\}|\$\w+|%[sdij]/g, "…"));
}

it("docs/security.md has a row for each of the 34 threats, with a defence and a test", () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 34 }, (_, index) => index + 1));
  for (const { number, defences, tests } of rows) {
    expect(defences.length, `defences of ${number}`).toBeGreaterThan(0);
    expect(tests.flatMap(({ names }) => names).length, `tests of ${number}`).toBeGreaterThan(0);
  }
});

it.each(rows)("threat $number: its defences are where docs/security.md says", ({ defences }) => {
  for (const { file, names } of defences) {
    expect(existsSync(file), file.pathname).toBe(true);
    const source = readFileSync(file, "utf8");
    for (const name of names) expect(source, `${name} in ${file.pathname}`).toContain(name);
  }
});

it.each(rows)(
  "threat $number: its tests are there under the names that docs/security.md gives",
  ({ number, tests }) => {
    for (const { file, names } of tests) {
      expect(existsSync(file), file.pathname).toBe(true);
      for (const name of names) {
        expect(name.startsWith(`threat ${number}: `), name).toBe(true);
        expect(titlesOf(file), file.pathname).toContain(name);
      }
    }
  },
);
