import { describe, expect, it } from "vitest";
import { parseSevereAdvisories } from "./audit.ts";
import { licencesMarkdown, refusedLicences, shippedPackages } from "./licences.ts";
import { type Lockfile, readLockfile, shippedFolders } from "./lockfile.ts";
import { integrityProblems, scriptProblems, versionProblems } from "./versions.ts";

const lockfile: Lockfile = {
  "": {},
  functions: { dependencies: { a: "1.0.0", inner: "1.0.0" }, devDependencies: { tool: "1.0.0" } },
  web: { dependencies: { b: "2.0.0" } },
  domain: { dependencies: { b: "2.0.0" } },
  "node_modules/a": { version: "1.0.0", license: "MIT", dependencies: { b: "^1.0.0" } },
  "node_modules/a/node_modules/b": { version: "1.5.0", license: "(GPL-3.0 OR MIT)" },
  "node_modules/b": {
    version: "2.0.0",
    license: "GPL-3.0",
    peerDependencies: { absent: "*", peer: "*" },
    optionalDependencies: { missing: "1.0.0", native: "1.0.0" },
  },
  "node_modules/native": { version: "1.0.0", license: "MIT" },
  "node_modules/peer": { version: "1.0.0", license: "MIT" },
  "node_modules/inner": { link: true, resolved: "domain" },
  "node_modules/tool": { version: "1.0.0", license: "MIT" },
};

describe("the shipped packages", () => {
  it("are the dependencies of a workspace and their own dependencies, without development tools", () => {
    expect(shippedFolders(lockfile, ["functions"])).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/b",
      "node_modules/native",
      "node_modules/peer",
    ]);
    expect(shippedFolders(lockfile, ["web"])).toEqual(["node_modules/b", "node_modules/native", "node_modules/peer"]);
  });

  it("are listed with their licence and use, and each package without an allowed licence is reported", () => {
    const packages = shippedPackages(lockfile);
    expect(licencesMarkdown(packages)).toContain("| b | 2.0.0 | GPL-3.0 | function, page |");
    expect(refusedLicences(packages)).toEqual(["b 2.0.0 is under GPL-3.0, which is not an allowed licence."]);
  });

  it("of this checkout have allowed licences", () => {
    const packages = shippedPackages(readLockfile());
    expect(refusedLicences(packages)).toEqual([]);
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["firebase-admin", "react", "zod", "express"]),
    );
    expect(packages.map(({ name }) => name)).not.toContain("firebase-tools");
  });
});

describe("the versions", () => {
  /** The problems of a checkout whose workspace `web` has this package.json. */
  const findProblems = (web: object) =>
    versionProblems(lockfile, (folder) => (folder === "" ? { workspaces: ["web"] } : web));

  it("are reported unless they are exact and equal to the lockfile's", () => {
    expect(findProblems({ dependencies: { b: "2.0.0" } })).toEqual([]);
    for (const version of ["^2.0.0", "~2.0.0", "2", "latest", "*", ">=2.0.0", "git+https://example.org/b"])
      expect(findProblems({ dependencies: { b: version } })).toEqual([
        `web/package.json: b is ${version}, not one exact version.`,
      ]);
    expect(findProblems({ dependencies: { b: "2.0.1" } })).toEqual([
      "web/package.json: b is 2.0.1, but package-lock.json has 2.0.0.",
    ]);
    expect(findProblems({ dependencies: { b: "2.0.0", c: "1.0.0" } })).toEqual([
      "web/package.json: c is 1.0.0, but package-lock.json has no such package.",
    ]);
    expect(findProblems({})).toEqual(["web/package.json: b is in package-lock.json only."]);
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
  const npmOutput = (severity: string): string => {
    const via = [{ title: "a hole", url: "https://example.org/1", severity }];
    return `npm warn something\n${JSON.stringify({ vulnerabilities: { b: { severity, via } } })}`;
  };

  it("reports high and critical advisories only", () => {
    expect(parseSevereAdvisories(npmOutput("moderate"))).toEqual([]);
    expect(parseSevereAdvisories(npmOutput("high"))).toEqual(["b: a hole (high, https://example.org/1)"]);
    expect(parseSevereAdvisories(npmOutput("critical"))).toHaveLength(1);
  });

  it.each(["", "npm error 405", '{"error":{"summary":"no"}}', '{"cut'])(
    "means that the registry gave no answer: %j",
    (output) => {
      expect(parseSevereAdvisories(output)).toBeNull();
    },
  );
});
