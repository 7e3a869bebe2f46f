import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, getIdToken, type Person, reportBody, upload } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { uniqueId } from "../support/suite.ts";

const run = promisify(execFile);
const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface Lock {
  packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

let folder: string;
let served: RunningApi;

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));

/** The Firebase CLI's description of a function before it is deployed. */
interface Endpoint {
  id: string;
  region: string;
  maxInstances: number;
  concurrency: number;
  scheduleTrigger?: { timeZone: string };
}

/** Reads the functions of the deployed folder with a project's settings, as the Firebase CLI does. */
async function endpointsOf(project: string): Promise<Endpoint[]> {
  const firebaseConfig = { projectId: project, storageBucket: `${project}.firebasestorage.app` };
  await run(process.execPath, [join(folder, "node_modules/firebase-functions/lib/bin/firebase-functions.js")], {
    cwd: folder,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.endsWith("_EMULATOR_HOST"))),
      FIREBASE_CONFIG: JSON.stringify(firebaseConfig),
      GCLOUD_PROJECT: project,
      FUNCTIONS_MANIFEST_OUTPUT_PATH: join(folder, "functions.yaml"),
    },
  });
  const resolve = `
    const { detectFromYaml } = require("firebase-tools/lib/deploy/functions/runtimes/discovery");
    const { resolveBackend } = require("firebase-tools/lib/deploy/functions/build");
    const { allEndpoints } = require("firebase-tools/lib/deploy/functions/backend");
    const { loadUserEnvs } = require("firebase-tools/lib/functions/env");
    const [folder, projectId, firebaseConfig] = ${JSON.stringify([folder, project, firebaseConfig])};
    const userEnvs = loadUserEnvs({ functionsSource: folder, projectDir: folder, projectId });
    detectFromYaml(folder, projectId, "nodejs24")
      .then((build) => resolveBackend({ build, firebaseConfig, userEnvs, codebase: "default", nonInteractive: true }))
      .then(({ backend }) => console.log(JSON.stringify(allEndpoints(backend))));
  `;
  const { stdout } = await run(process.execPath, ["--eval", resolve], { cwd: inRoot("") });
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as Endpoint[];
}

/** The packages of a lockfile by name and version. */
const versionsOf = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([location, { version }]) =>
    location.includes("node_modules/") && version !== undefined
      ? [`${location.split("node_modules/").at(-1)} ${version}`]
      : [],
  );

beforeAll(async () => {
  await run(process.execPath, [inRoot("run.mjs"), "build"], {
    env: { ...process.env, LOGBOOK_FIREBASE_CONFIG: "" },
  });
  folder = await mkdtemp(join(tmpdir(), "logbook-deployed-"));
  // Copy the folder as the Firebase CLI uploads it: without packages, and outside the repository.
  await cp(inRoot("functions/dist"), folder, {
    recursive: true,
    filter: (source) => !/node_modules|\.env/.test(source),
  });
  const quietOptions = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["ci", "--omit=dev", ...quietOptions], { cwd: folder });
  served = await serveFunctions({ folder });
}, 300_000);
afterAll(async () => {
  await served?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("the deployed folder, installed alone from its own lockfile,", () => {
  it("has at most 500 KB of code to load at a cold start", async () => {
    expect((await readFile(join(folder, "index.js"))).length).toBeLessThan(500_000);
  });

  it("pins exact versions, and its lockfile has only packages that the project is tested with", async () => {
    const { dependencies, engines } = (await readJson(join(folder, "package.json"))) as {
      dependencies: Record<string, string>;
      engines: object;
    };
    expect(engines).toEqual({ node: "24" });
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const lock = (await readJson(join(folder, "package-lock.json"))) as Lock;
    expect(lock.packages[""]?.dependencies).toEqual(dependencies);
    const tested = versionsOf((await readJson(inRoot("package-lock.json"))) as Lock);
    expect(versionsOf(lock).filter((one) => !tested.includes(one))).toEqual([]);
    expect(Object.keys(lock.packages).filter((location) => /logbook|firebase-tools|vitest/.test(location))).toEqual([]);
  });

  it("registers a member, signs them in, accepts their file and their report, and returns both", async () => {
    const { origin } = served;
    const username = uniqueId("m");
    const password = "correct horse";
    const registered = await call("POST", "/api/auth/register", { origin, body: { username, password } });
    expect(registered.status, JSON.stringify(registered.body)).toBe(201);
    const login = await call("POST", "/api/auth/login", { origin, body: { username, password } });
    const uid = String(login.body.user.id);
    const member: Person = { uid, username, password, idToken: await getIdToken(login.body.token) };

    const id = uniqueId("r");
    const path = `attachments/${uid}/${id}/${uniqueId("f")}`;
    expect(await upload(member, path, new TextEncoder().encode("a note"), "text/plain")).toBe(200);
    const attachments = [{ name: "note.txt", size: 6, type: "text/plain", url: `/api/${path}` }];
    const filed = await call("POST", "/api/issues", {
      origin,
      as: member,
      body: reportBody({ id, title: id, attachments }),
    });
    expect(filed.status, JSON.stringify(filed.body)).toBe(201);
    const { bugs } = (await call("GET", `/api/issues?search=${id}`, { origin, as: member })).body;
    expect(bugs).toMatchObject([{ id }]);
    expect((await call("GET", `/api/${path}`, { origin, as: member })).body).toBe("a note");
  });

  it("exports the functions that the platform looks up", async () => {
    const list = `import(${JSON.stringify(join(folder, "index.js"))}).then((all) => console.log(JSON.stringify(Object.keys(all))))`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", list]);
    expect(JSON.parse(stdout.trim().split("\n").at(-1)!)).toEqual(expect.arrayContaining(["api", "onIssueWritten"]));
  });

  it("runs every function in the project's region, in 10 instances at most, and every schedule in UTC", async () => {
    await cp(inRoot("functions/dist/.env"), join(folder, ".env"));
    await writeFile(join(folder, ".env.in-europe"), "LOGBOOK_REGION=europe-west1\n");
    for (const [project, region] of [
      ["in-europe", "europe-west1"],
      ["says-nothing", "us-central1"],
    ] as const) {
      const endpoints = await endpointsOf(project);
      expect(endpoints.map(({ id }) => id).sort()).toEqual([
        "api",
        "keepSnapshot",
        "numberReports",
        "onFileUploaded",
        "onIssueWritten",
        "purgeTrash",
        "removeOrphans",
        "sweepFiles",
      ]);
      for (const endpoint of endpoints) expect(endpoint).toMatchObject({ region, maxInstances: 10, concurrency: 80 });
      const schedules = endpoints.flatMap(({ scheduleTrigger }) => scheduleTrigger ?? []);
      expect(schedules.map(({ timeZone }) => timeZone)).toEqual(Array(5).fill("Etc/UTC"));
    }
  });

  it("installs the functions framework in the version that tests and bench use", async () => {
    const { dependencies } = (await readJson(join(folder, "package.json"))) as {
      dependencies: Record<string, string>;
    };
    const used = (await readJson(inRoot("bench/package.json"))) as { dependencies: Record<string, string> };
    const name = "@google-cloud/functions-framework";
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    expect(dependencies[name]).toBe(used.dependencies[name]);
    expect(await readJson(join(folder, "node_modules", name, "package.json"))).toMatchObject({
      version: dependencies[name],
    });
  });

  it("has memory allocator settings that the Firebase CLI passes to every function", async () => {
    const load = `
      const { loadUserEnvs } = require("firebase-tools/lib/functions/env");
      const [functionsSource, projectDir] = ${JSON.stringify([inRoot("functions/dist"), inRoot("")])};
      console.log(JSON.stringify(loadUserEnvs({ functionsSource, projectDir, projectId: "a-real-project" })));
    `;
    const { stdout } = await run(process.execPath, ["--eval", load], { cwd: inRoot("") });
    expect(JSON.parse(stdout.trim().split("\n").at(-1)!)).toMatchObject({
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "262144",
      MALLOC_TRIM_THRESHOLD_: "262144",
    });
  });
});
