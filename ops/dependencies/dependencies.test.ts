import { describe, expect, it } from "vitest";
import { licencesMarkdown, refusedLicences, shippedPackages } from "./licences.ts";
import { integrityProblems, type Lockfile, readLockfile, scriptProblems, versionProblems } from "./lockfile.ts";
import { readAudit } from "./npm.ts";

const lockfile: Lockfile = { "": {}, web: { dependencies: { b: "2.0.0" } } };

describe("the shipped packages", { timeout: 60_000 }, () => {
  it("are listed with their licence and part, and each package without an allowed licence is reported", () => {
    const packages = [
      { name: "a", version: "1.0.0", licence: "(GPL-3.0 OR MIT)", parts: "page" },
      { name: "b", version: "2.0.0", licence: "GPL-3.0", parts: "function, page" },
    ];
    expect(licencesMarkdown(packages)).toContain("| b | 2.0.0 | GPL-3.0 | function, page |");
    expect(refusedLicences(packages)).toEqual(["b 2.0.0 is under GPL-3.0, which is not an allowed licence."]);
  });

  it("of this checkout have allowed licences, and are those of functions and web without development tools", async () => {
    const packages = await shippedPackages();
    expect(refusedLicences(packages)).toEqual([]);
    expect(packages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "express", licence: "MIT", parts: "function" }),
        expect.objectContaining({ name: "react", licence: "MIT", parts: "page" }),
        // It is a dependency of domain, too.
        expect.objectContaining({ name: "zod", licence: "MIT", parts: "function, page" }),
      ]),
    );
    for (const name of ["firebase-tools", "fast-check", "@logbook/domain"])
      expect(packages.map((shipped) => shipped.name)).not.toContain(name);
  });
});

describe("the versions", () => {
  /** The problems of a checkout whose workspace `web` has this package.json. */
  const findProblems = (web: object) =>
    versionProblems(lockfile, (folder) => (folder === "" ? { workspaces: ["web"] } : web));

  it("are reported unless they are exact and equal to the lockfile's", () => {
    expect(findProblems({ dependencies: { b: "2.0.0" } })).toEqual([]);
    for (const version of ["^2.0.0", "~2.0.0", "2", "latest", "*", ">=2.0.0", "git+https://example.org/b"])
      expect(findProblems({ dependencies: { b: version } })).toContain(
        `web/package.json: b is ${version}, not one exact version.`,
      );
    for (const dependencies of [{ b: "2.0.1" }, { b: "2.0.0", c: "1.0.0" }, {}, undefined])
      expect(findProblems({ dependencies })).toEqual([
        "web/package.json: its dependencies are not those in package-lock.json. Run npm install.",
      ]);
  });

  it("of this checkout are exact, and equal to the lockfile's", () => {
    expect(versionProblems(readLockfile())).toEqual([]);
  });

  it("are reported if the lockfile has no integrity hash for them", () => {
    expect(integrityProblems({ "node_modules/a": {}, "node_modules/b": { integrity: "sha512-x" } })).toEqual([
      "package-lock.json: node_modules/a has no integrity.",
    ]);
    expect(integrityProblems(readLockfile())).toEqual([]);
  });
});

describe("install scripts", () => {
  it("are allowed only for packages that INSTALL_SCRIPTS lists", () => {
    const lockfileWithNewScript = {
      ...readLockfile(),
      "node_modules/x/node_modules/@new/one": { hasInstallScript: true },
    };
    expect(scriptProblems(lockfileWithNewScript)).toEqual(["@new/one has an install script that was not checked yet."]);
    expect(scriptProblems(readLockfile())).toEqual([]);
    expect(scriptProblems({})).toContainEqual(expect.stringMatching(/^esbuild has no install script any more/));
  });
});

describe("the output of npm audit", () => {
  it("is reported if npm found a severe advisory", () => {
    const report = "# npm audit report\n\nb  <2.0.0\nSeverity: high\na hole - https://example.org/1";
    expect(readAudit({ code: 1, output: `${report}\n` })).toBe(report);
  });

  it("is ignored if npm found only advisories that are not severe", () => {
    expect(readAudit({ code: 0, output: "# npm audit report\n\nb  <2.0.0\nSeverity: low" })).toBe("");
  });

  it.each([
    "npm warn audit 405 Method Not Allowed\nundefined\nnpm error audit endpoint returned an error",
    "spawn npm ENOENT",
    "",
  ])("means that the registry gave no answer: %j", (output) => {
    expect(readAudit({ code: 1, output })).toBeNull();
  });
});
