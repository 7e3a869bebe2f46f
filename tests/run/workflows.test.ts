import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRoot } from "../../suite/command-line/paths.ts";
import { ENGINES } from "../../suite/engines/engine.ts";

const FOLDER = inRoot(".github", "workflows");
const workflows = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, "utf8")] as const);
const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { scripts: Record<string, string> };

describe("a workflow on GitHub", () => {
  it.each(workflows)(
    "may only read the checkout, and uses only GitHub's actions, each in one major version: %s",
    (_, text) => {
      expect(text).toContain("permissions:\n  contents: read\n");
      expect(text).not.toMatch(/secrets\.|write/);
      const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
      expect(actions.length).toBeGreaterThan(0);
      for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/);
    },
  );

  it.each(workflows)("runs existing scripts: %s", (_, text) => {
    const names = [...text.matchAll(/run: npm (?:run )?([a-z:]+)/g)].map(([, name]) => name!);
    expect(names.filter((name) => name !== "install" && scripts[name] === undefined)).toEqual([]);
  });

  it("runs npm test with every engine", () => {
    const testWorkflow = workflows.find(([name]) => name === "test.yml")![1];
    const engines = /engine: \[(.*)\]/.exec(testWorkflow)![1]!.split(", ");
    expect(engines.sort()).toEqual([...ENGINES].sort());
    expect(testWorkflow).toMatch(/LOGBOOK_ENGINE: \$\{\{ matrix\.engine \}\}/);
  });
});
