import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "../suite/command-line/paths.ts";

const REFUSED = [
  "<p>Hello <b>you</b></p>",
  "<p>Hello {name}</p>",
  "<p><b>you</b>{' '}<b>me</b></p>",
  "<p><b>you</b>{`files`}</p>",
  "<p><i />{isOpen ? 'Close' : label}</p>",
  "<p>{isBusy && 'Loading'}<i /></p>",
  "<button>{isBusy && <i />}{children}</button>",
  "<button>\n  <i />\n  Retry\n</button>",
  "<Button><i />Retry</Button>",
  "<>Hello</>",
];

const ALLOWED = [
  "<p>Hello</p>",
  "<p>\n  Hello\n</p>",
  "<p>{`Hello`}</p>",
  "<p>{isOpen ? 'Close' : 'Open'}</p>",
  "<p>{isBusy && 'Loading'}</p>",
  "<p>\n  <span>Hello </span>\n  <b>you</b>\n</p>",
  "<button>{isBusy && <i />}{ownElement(children)}</button>",
  "<p>{children}</p>",
  "<><b>you</b></>",
  "<ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>",
];

const MESSAGE = "Put this text into an element of its own";

it("Biome refuses each text of the page that is not the only child of its element, as far as syntax shows it", () => {
  const folder = mkdtempSync(join(tmpdir(), "logbook-lint-"));
  try {
    writeFileSync(join(folder, "biome.json"), JSON.stringify({ plugins: [inRoot("lint/text-in-own-element.grit")] }));
    const samples = [...REFUSED, ...ALLOWED];
    for (const [index, jsx] of samples.entries())
      writeFileSync(join(folder, `${index}.tsx`), `export const Sample = () => ${jsx};\n`);
    const options = ["lint", "--reporter=github", "--max-diagnostics=none", `--config-path=${folder}`, folder];
    const { stdout } = spawnSync(inRoot("node_modules/.bin/biome"), options, { encoding: "utf8" });
    // Each line of the report names the file of a sample.
    const isRefused = (index: number) =>
      stdout.split("\n").some((line) => line.includes(MESSAGE) && line.includes(`/${index}.tsx`));
    const refused = samples.filter((_, index) => isRefused(index));
    expect(refused).toEqual(REFUSED);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
