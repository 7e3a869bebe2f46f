import { check } from "../../suite/storage-rules/check.ts";
import { locate } from "../../suite/storage-rules/decide.ts";
import { parse } from "../../suite/storage-rules/parse.ts";
import type { RulesFile } from "./candidates.ts";

const PROJECT = "demo-logbook-mutant-check";

/**
 * Why an engine would not take these rules, or `null`. What is not taken leaves the rules before it in force (Firestore)
 * or denies everything (Storage): tests would tell that apart too, and say nothing of the change.
 */
export async function rejectionReason(
  env: Record<string, string>,
  file: RulesFile,
  source: string,
): Promise<string | null> {
  if (file === "storage.rules")
    return check(parse(file, source)).map(({ message, at }) => locate(file, message, at))[0] ?? null;
  const address = `http://${env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${PROJECT}:securityRules`;
  const response = await fetch(address, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: file, content: source }] } }),
  });
  return response.ok ? null : await response.text();
}
