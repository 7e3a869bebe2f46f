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

const runProgram = promisify(execFile);
const pathInRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface Lockfile {
  packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

let deployedFolder: string;
let api: RunningApi;

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));

/** The Firebase CLI's description of a function before it is deployed. */
interface Endpoint {
  id: string;
  region: string;
  maxInstances: number;
  concurrency: number;
  scheduleTrigger?: { timeZone: string };
  secretEnvironmentVariables?: { key: string }[];
}

interface Backend {
  endpoints: Endpoint[];
  requiredRoles: string[];
}

/** Reads the functions of the deployed folder with a project's settings, as the Firebase CLI does before it deploys. */
async function readBackend(project: string): Promise<Backend> {
  const firebaseConfig = { projectId: project, storageBucket: `${project}.firebasestorage.app` };
  const manifestProgram = join(deployedFolder, "node_modules/firebase-functions/lib/bin/firebase-functions.js");
  // Leave out the emulators' addresses, which are not set when somebody deploys.
  const variables = Object.entries(process.env).filter(([name]) => !name.endsWith("_EMULATOR_HOST"));
  await runProgram(process.execPath, [manifestProgram], {
    cwd: deployedFolder,
    env: {
      ...Object.fromEntries(variables),
      FIREBASE_CONFIG: JSON.stringify(firebaseConfig),
      GCLOUD_PROJECT: project,
      FUNCTIONS_MANIFEST_OUTPUT_PATH: join(deployedFolder, "functions.yaml"),
    },
  });
  // `detectFromYaml` reads functions.yaml, which the program above has written.
  const script = `
    const { detectFromYaml } = require("firebase-tools/lib/deploy/functions/runtimes/discovery");
    const { resolveBackend } = require("firebase-tools/lib/deploy/functions/build");
    const { allEndpoints } = require("firebase-tools/lib/deploy/functions/backend");
    const { loadUserEnvs } = require("firebase-tools/lib/functions/env");
    const [folder, projectId, firebaseConfig] = ${JSON.stringify([deployedFolder, project, firebaseConfig])};
    const userEnvs = loadUserEnvs({ functionsSource: folder, projectDir: folder, projectId });
    detectFromYaml(folder, projectId, "nodejs24")
      .then((build) => resolveBackend({ build, firebaseConfig, userEnvs, codebase: "default", nonInteractive: true }))
      .then(({ backend }) => console.log(JSON.stringify({ endpoints: allEndpoints(backend), requiredRoles: backend.requiredRoles })));
  `;
  const { stdout } = await runProgram(process.execPath, ["--eval", script], { cwd: pathInRepository("") });
  return parseLastLine(stdout) as Backend;
}

/** The packages in a lockfile as `name version`, from locations such as `node_modules/a/node_modules/b`. */
const versionsOf = ({ packages }: Lockfile): string[] =>
  Object.entries(packages)
    .filter(([location, { version }]) => location.includes("node_modules/") && version !== undefined)
    .map(([location, { version }]) => `${location.split("node_modules/").at(-1)} ${version}`);

/** The JSON in the last line of a program's output; lines before it may be warnings. */
const parseLastLine = (output: string): unknown => JSON.parse(output.trim().split("\n").at(-1)!);

beforeAll(async () => {
  await runProgram(process.execPath, [pathInRepository("run.mjs"), "build"], {
    env: { ...process.env, LOGBOOK_FIREBASE_CONFIG: "" },
  });
  deployedFolder = await mkdtemp(join(tmpdir(), "logbook-deployed-"));
  // The Firebase CLI uploads the folder without its packages and reads `.env` itself. The copy is outside the
  // repository, so that Node.js does not find the repository's packages in place of the missing ones.
  await cp(pathInRepository("functions/dist"), deployedFolder, {
    recursive: true,
    filter: (source) => !/node_modules|\.env/.test(source),
  });
  const installOptions = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await runProgram("npm", ["ci", "--omit=dev", ...installOptions], { cwd: deployedFolder });
  api = await serveFunctions({ folder: deployedFolder });
}, 300_000);
afterAll(async () => {
  await api?.stop();
  await rm(deployedFolder, { recursive: true, force: true });
});

describe("the deployed folder, installed alone from its own lockfile,", () => {
  it("has at most 500 KB of code to load at a cold start", async () => {
    expect((await readFile(join(deployedFolder, "index.js"))).length).toBeLessThan(500_000);
  });

  it("pins exact versions, and its lockfile has only packages that the project is tested with", async () => {
    const { dependencies, engines } = (await readJson(join(deployedFolder, "package.json"))) as {
      dependencies: Record<string, string>;
      engines: object;
    };
    expect(engines).toEqual({ node: "24" });
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const lock = (await readJson(join(deployedFolder, "package-lock.json"))) as Lockfile;
    expect(lock.packages[""]?.dependencies).toEqual(dependencies);
    const testedVersions = versionsOf((await readJson(pathInRepository("package-lock.json"))) as Lockfile);
    expect(versionsOf(lock).filter((version) => !testedVersions.includes(version))).toEqual([]);
    const notForProduction = /logbook|firebase-tools|vitest/;
    expect(Object.keys(lock.packages).filter((location) => notForProduction.test(location))).toEqual([]);
  });

  it("registers a member, signs them in, accepts their file and their report, and returns both", async () => {
    const { origin } = api;
    const username = uniqueId("m");
    const password = "correct horse";
    const registration = await call("POST", "/api/auth/register", { origin, body: { username, password } });
    expect(registration.status, JSON.stringify(registration.body)).toBe(201);
    const login = await call("POST", "/api/auth/login", { origin, body: { username, password } });
    const uid = String(login.body.user.id);
    const member: Person = { uid, username, password, idToken: await getIdToken(login.body.token) };

    const id = uniqueId("r");
    const path = `attachments/${uid}/${id}/${uniqueId("f")}`;
    expect(await upload(member, path, new TextEncoder().encode("a note"), "text/plain")).toBe(200);
    const attachments = [{ name: "note.txt", size: 6, type: "text/plain", url: `/api/${path}` }];
    const filing = await call("POST", "/api/issues", {
      origin,
      as: member,
      body: reportBody({ id, title: id, attachments }),
    });
    expect(filing.status, JSON.stringify(filing.body)).toBe(201);
    const { bugs } = (await call("GET", `/api/issues?search=${id}`, { origin, as: member })).body;
    expect(bugs).toMatchObject([{ id }]);
    expect((await call("GET", `/api/${path}`, { origin, as: member })).body).toBe("a note");
  });

  it("exports the functions `api` and `onIssueWritten`, which Google looks up by these names", async () => {
    const script = `
      const functions = await import(${JSON.stringify(join(deployedFolder, "index.js"))});
      console.log(JSON.stringify(Object.keys(functions)));
    `;
    const { stdout } = await runProgram(process.execPath, ["--input-type=module", "--eval", script]);
    expect(parseLastLine(stdout)).toEqual(expect.arrayContaining(["api", "onIssueWritten"]));
  });

  it("runs every function in the project's region, in 10 instances at most, as an account with five roles, and every schedule in UTC", async () => {
    await cp(pathInRepository("functions/dist/.env"), join(deployedFolder, ".env"));
    // The Firebase CLI reads the file `.env.<project>` for that project only.
    await writeFile(join(deployedFolder, ".env.in-europe"), "LOGBOOK_REGION=europe-west1\n");
    for (const [project, region] of [
      ["in-europe", "europe-west1"],
      ["without-region", "us-central1"],
    ] as const) {
      const { endpoints, requiredRoles } = await readBackend(project);
      // None of them lets the functions act as another account.
      expect(requiredRoles.sort()).toEqual([
        "roles/datastore.user",
        "roles/eventarc.eventReceiver",
        "roles/firebaseauth.admin",
        "roles/run.invoker",
        "roles/storage.objectAdmin",
      ]);
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
      // Five of the functions are jobs, which run on a schedule.
      const schedules = endpoints.flatMap(({ scheduleTrigger }) => scheduleTrigger ?? []);
      expect(schedules.map(({ timeZone }) => timeZone)).toEqual(Array(5).fill("Etc/UTC"));
    }
  });

  it("has the functions of the chat, in one instance and alone with its secret, only if the project has a chat", async () => {
    await cp(pathInRepository("functions/dist/.env"), join(deployedFolder, ".env"));
    await writeFile(join(deployedFolder, ".env.with-chat"), "LOGBOOK_CHAT=discord\n");
    const { endpoints, requiredRoles } = await readBackend("with-chat");
    const withSecret = endpoints.filter(({ secretEnvironmentVariables }) => secretEnvironmentVariables !== undefined);
    expect(withSecret.map(({ id }) => id).sort()).toEqual(["onChatTested", "onEntryWritten", "onHistoryCreated"]);
    for (const endpoint of withSecret)
      expect(endpoint).toMatchObject({
        maxInstances: 1,
        concurrency: 80,
        secretEnvironmentVariables: [{ key: "LOGBOOK_CHAT_URL" }],
      });
    expect(requiredRoles).toHaveLength(5);
    const { endpoints: withoutChat } = await readBackend("without-chat");
    expect(endpoints).toHaveLength(withoutChat.length + 3);
  });

  it("installs the functions framework in the version that tests and bench use", async () => {
    const { dependencies } = (await readJson(join(deployedFolder, "package.json"))) as {
      dependencies: Record<string, string>;
    };
    const bench = (await readJson(pathInRepository("bench/package.json"))) as { dependencies: Record<string, string> };
    const framework = "@google-cloud/functions-framework";
    const version = dependencies[framework];
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(version).toBe(bench.dependencies[framework]);
    expect(await readJson(join(deployedFolder, "node_modules", framework, "package.json"))).toMatchObject({ version });
  });

  it("has memory allocator settings that the Firebase CLI passes to every function", async () => {
    const script = `
      const { loadUserEnvs } = require("firebase-tools/lib/functions/env");
      const [functionsSource, projectDir] = ${JSON.stringify([pathInRepository("functions/dist"), pathInRepository("")])};
      console.log(JSON.stringify(loadUserEnvs({ functionsSource, projectDir, projectId: "a-real-project" })));
    `;
    const { stdout } = await runProgram(process.execPath, ["--eval", script], { cwd: pathInRepository("") });
    expect(parseLastLine(stdout)).toMatchObject({
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "262144",
      MALLOC_TRIM_THRESHOLD_: "262144",
    });
  });
});
