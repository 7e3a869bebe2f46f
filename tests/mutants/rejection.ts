import { checkRuleset } from "../../suite/storage-rules/check.ts";
import { locate } from "../../suite/storage-rules/decide.ts";
import { parse } from "../../suite/storage-rules/parse.ts";
import type { RulesFile } from "./candidates.ts";

const PROJECT = "demo-logbook-mutant-check";

/**
 * Why an engine rejects these rules, or `null`. Rejected rules leave the earlier ones in force (Firestore) or deny
 * everything (Storage), so the tests would say nothing about the change.
 */
export async function rejectionReason(
  env: Record<string, string>,
  file: RulesFile,
  source: string,
): Promise<string | null> {
  if (file === "storage.rules")
    return checkRuleset(parse(file, source)).map(({ message, at }) => locate(file, message, at))[0] ?? null;
  const address = `http://${env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${PROJECT}:securityRules`;
  const response = await fetch(address, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: file, content: source }] } }),
  });
  return response.ok ? null : await response.text();
}
