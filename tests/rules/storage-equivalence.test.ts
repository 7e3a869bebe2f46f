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

// The storage-rules runtime (suite/storage-rules) evaluates storage.rules in a local suite. These tests compare its
// verdicts with those of the Firestore engine, because both services have the same language of rules.

/** A project of its own, so that the rules of the other tests do not change. */
const PROJECT = "demo-storage-equivalence";
const FIRESTORE = `http://${process.env.FIRESTORE_EMULATOR_HOST}`;
const DOCUMENTS = `${FIRESTORE}/v1/projects/${PROJECT}/databases/(default)/documents`;
/** With this token no rules apply. */
const OWNER = { authorization: "Bearer owner" };
const [TOKEN_HEADER, TOKEN_CLAIMS] = [{ alg: "none" }, CLAIMS].map((part) =>
  Buffer.from(JSON.stringify(part)).toString("base64url"),
);
const UNSIGNED_TOKEN = `${TOKEN_HEADER}.${TOKEN_CLAIMS}.`;

/** Any number: the same seed gives the same expressions in each run. */
const SEED = 20_261_121;
const GENERATED_EXPRESSIONS = generateExpressions(500, SEED);
const KNOWN_EXPRESSIONS = Object.keys(KNOWN_VERDICTS);
const EXPRESSIONS = [...KNOWN_EXPRESSIONS, ...GENERATED_EXPRESSIONS];

describe("the storage-rules runtime", () => {
  const runtime = new StorageRuntimeProcess();
  let runtimeVerdicts: ReadonlyMap<string, Verdict>;
  let engineVerdicts: ReadonlyMap<string, Verdict>;

  beforeAll(async () => {
    await storeDataDocument();
    [runtimeVerdicts, engineVerdicts] = await Promise.all([readRuntimeVerdicts(runtime), readEngineVerdicts()]);
  });
  afterAll(() => runtime.stop());

  it("gives the documented verdict on every known expression", () => {
    expect(
      Object.fromEntries(KNOWN_EXPRESSIONS.map((expression) => [expression, runtimeVerdicts.get(expression)])),
    ).toEqual(KNOWN_VERDICTS);
  });

  it("gives the Firestore engine's verdict on every known and generated expression", () => {
    const differences = EXPRESSIONS.filter(
      (expression) => runtimeVerdicts.get(expression) !== engineVerdicts.get(expression),
    ).map((expression) => `${expression}: ${runtimeVerdicts.get(expression)}, not ${engineVerdicts.get(expression)}`);
    expect(differences).toEqual([]);
  });

  it.each<Verdict>(["true", "false", "error"])(
    "is tested with more than 75 generated expressions whose verdict is %s",
    (verdict) => {
      expect(
        GENERATED_EXPRESSIONS.filter((expression) => engineVerdicts.get(expression) === verdict).length,
      ).toBeGreaterThan(75);
    },
  );
});

/** Stores the document that the function `data()` of the expressions reads. */
async function storeDataDocument(): Promise<void> {
  const body = JSON.stringify({ fields: DATA_FIELDS });
  const response = await fetch(`${DOCUMENTS}/equivalence/data`, { method: "PATCH", headers: OWNER, body });
  expect(response.status).toBe(200);
}

/**
 * Rules with two paths for each expression: `/c0/is` can be read if the first expression is true, `/c0/not` if it is
 * false. After an error neither can be read.
 */
function rulesWithExpressions(service: string, root: string, namespace: string): string {
  const cases = EXPRESSIONS.map(
    (expression, index) =>
      `match /c${index}/{variant} {
        function holds() { return ${expression}; }
        allow get: if variant == 'is' ? holds() : !holds();
      }`,
  );
  // Rules of Storage call `firestore.get(…)` where rules of Firestore call `get(…)`.
  const body = [FUNCTIONS, ...cases]
    .join("\n")
    .replaceAll("GET(", `${namespace}get(`)
    .replaceAll("EXISTS(", `${namespace}exists(`);
  return `rules_version = '2';\nservice ${service} { match ${root} {\n${body}\n} }\n`;
}

/** Finds the verdict on each expression by trying its two paths. */
async function findVerdicts(isPermitted: (path: string) => Promise<boolean>): Promise<ReadonlyMap<string, Verdict>> {
  const verdictOf = async (index: number): Promise<Verdict> => {
    if (await isPermitted(`/c${index}/is`)) return "true";
    return (await isPermitted(`/c${index}/not`)) ? "false" : "error";
  };
  return new Map(
    await Promise.all(EXPRESSIONS.map(async (expression, index) => [expression, await verdictOf(index)] as const)),
  );
}

async function readRuntimeVerdicts(runtime: StorageRuntimeProcess): Promise<ReadonlyMap<string, Verdict>> {
  const rules = rulesWithExpressions("firebase.storage", "/b/{bucket}/o", "firestore.");
  const errors = await runtime.load("equivalence", rules);
  expect(errors).toEqual([]);
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

async function readEngineVerdicts(): Promise<ReadonlyMap<string, Verdict>> {
  const content = rulesWithExpressions("cloud.firestore", "/databases/{database}/documents", "");
  const body = JSON.stringify({ rules: { files: [{ name: "firestore.rules", content }] } });
  const response = await fetch(`${FIRESTORE}/emulator/v1/projects/${PROJECT}:securityRules`, { method: "PUT", body });
  expect(response.status, await response.text()).toBe(200);
  return findVerdicts(async (path) => {
    const { status } = await fetch(`${DOCUMENTS}${path}`, { headers: { authorization: `Bearer ${UNSIGNED_TOKEN}` } });
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
