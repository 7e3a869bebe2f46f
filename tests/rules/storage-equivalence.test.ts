import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CLAIMS,
  DATA_FIELDS,
  FUNCTIONS,
  generateExpressions,
  KNOWN_VERDICTS,
  type Verdict,
} from "./storage-expressions.ts";
import { type ExpressionValue, StorageRuntimeProcess } from "./storage-runtime-process.ts";

/** A project of its own, so that the other tests keep the rules that the suite loaded. */
const PROJECT = "demo-storage-equivalence";
const FIRESTORE = `http://${process.env.FIRESTORE_EMULATOR_HOST}`;
const DOCUMENTS = `${FIRESTORE}/v1/projects/${PROJECT}/databases/(default)/documents`;
const OWNER = { authorization: "Bearer owner" };
const TOKEN = [{ alg: "none" }, CLAIMS]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

const GENERATED = generateExpressions(500, 20_261_121);
const KNOWN = Object.keys(KNOWN_VERDICTS);
const EXPRESSIONS = [...KNOWN, ...GENERATED];

describe("the storage-rules runtime", () => {
  const runtime = new StorageRuntimeProcess();
  let storage: ReadonlyMap<string, Verdict>;
  let firestore: ReadonlyMap<string, Verdict>;

  beforeAll(async () => {
    await writeData();
    [storage, firestore] = await Promise.all([storageVerdicts(runtime), firestoreVerdicts()]);
  });
  afterAll(() => runtime.stop());

  it("gives the documented verdict on every known expression", () => {
    expect(Object.fromEntries(KNOWN.map((expression) => [expression, storage.get(expression)]))).toEqual(
      KNOWN_VERDICTS,
    );
  });

  it("gives the Firestore engine's verdict on every known and generated expression", () => {
    const differing = EXPRESSIONS.filter((expression) => storage.get(expression) !== firestore.get(expression));
    expect(
      differing.map((expression) => `${expression}: ${storage.get(expression)}, not ${firestore.get(expression)}`),
    ).toEqual([]);
  });

  it.each<Verdict>(["true", "false", "error"])(
    "is tested with more than 75 generated expressions whose verdict is %s",
    (verdict) => {
      expect(GENERATED.filter((expression) => firestore.get(expression) === verdict).length).toBeGreaterThan(75);
    },
  );
});

async function writeData(): Promise<void> {
  const body = JSON.stringify({ fields: DATA_FIELDS });
  const written = await fetch(`${DOCUMENTS}/equivalence/data`, { method: "PATCH", headers: OWNER, body });
  expect(written.status).toBe(200);
}

/** Rules with each expression unchanged and negated: only both together tell false from an error, since both deny. */
function rulesWithExpressions(service: string, root: string, namespace: string): string {
  const cases = EXPRESSIONS.map(
    (expression, index) =>
      `match /c${index}/{side} { function e() { return ${expression}; } allow get: if side == 'is' ? e() : !e(); }`,
  );
  const body = [FUNCTIONS, ...cases]
    .join("\n")
    .replaceAll("GET(", `${namespace}get(`)
    .replaceAll("EXISTS(", `${namespace}exists(`);
  return `rules_version = '2';\nservice ${service} { match ${root} {\n${body}\n} }\n`;
}

async function findVerdicts(permits: (path: string) => Promise<boolean>): Promise<ReadonlyMap<string, Verdict>> {
  const verdictOf = async (index: number): Promise<Verdict> => {
    if (await permits(`/c${index}/is`)) return "true";
    return (await permits(`/c${index}/not`)) ? "false" : "error";
  };
  return new Map(
    await Promise.all(EXPRESSIONS.map(async (expression, index) => [expression, await verdictOf(index)] as const)),
  );
}

async function storageVerdicts(runtime: StorageRuntimeProcess): Promise<ReadonlyMap<string, Verdict>> {
  expect(
    await runtime.load("equivalence", rulesWithExpressions("firebase.storage", "/b/{bucket}/o", "firestore.")),
  ).toEqual([]);
  const variables = {
    resource: { null_value: null },
    request: toExpressionValue({ auth: { uid: CLAIMS.sub, token: CLAIMS }, time: new Date(), resource: null }),
  };
  const fetchDocument = async (path: string) => {
    const response = await fetch(`${FIRESTORE}/v1/projects/${PROJECT}${path}`, { headers: OWNER });
    return response.ok ? await response.json() : undefined;
  };
  return findVerdicts((path) => runtime.permits("equivalence", `/b/bucket/o${path}`, variables, fetchDocument));
}

async function firestoreVerdicts(): Promise<ReadonlyMap<string, Verdict>> {
  const content = rulesWithExpressions("cloud.firestore", "/databases/{database}/documents", "");
  const body = JSON.stringify({ rules: { files: [{ name: "firestore.rules", content }] } });
  const loaded = await fetch(`${FIRESTORE}/emulator/v1/projects/${PROJECT}:securityRules`, { method: "PUT", body });
  expect(loaded.status, await loaded.text()).toBe(200);
  return findVerdicts(async (path) => {
    const { status } = await fetch(`${DOCUMENTS}${path}`, { headers: { authorization: `Bearer ${TOKEN}.` } });
    // None of these documents exists, so a permitted read is a 404.
    expect([403, 404]).toContain(status);
    return status === 404;
  });
}

/** A JavaScript value as firebase-tools converts it for the runtime. */
function toExpressionValue(value: unknown): ExpressionValue {
  if (value === null) return { null_value: null };
  if (typeof value === "boolean") return { bool_value: value };
  if (typeof value === "string") return { string_value: value };
  if (typeof value === "number") return Number.isInteger(value) ? { int_value: value } : { float_value: value };
  if (value instanceof Date) return { timestamp_value: value.toISOString() };
  if (Array.isArray(value)) return { list_value: { values: value.map(toExpressionValue) } };
  const entries = Object.entries(value as object).map(([key, field]) => [key, toExpressionValue(field)]);
  return { map_value: { fields: Object.fromEntries(entries) } };
}
