import { checkRuleset } from "../../suite/storage-rules/check.ts";
import { locate } from "../../suite/storage-rules/decide.ts";
import { parse } from "../../suite/storage-rules/parse.ts";
import type { RulesFile } from "./candidates.ts";

const PROJECT = "demo-logbook-mutant-check";

/**
 * Why an engine rejects these rules, or `null` if it accepts them. After rejected rules Firestore keeps the earlier
 * rules and Storage denies everything, so the tests would say nothing about the change.
 */
export async function rejectionReason(
  env: Record<string, string>,
  file: RulesFile,
  source: string,
): Promise<string | null> {
  if (file === "storage.rules") {
    const [problem] = checkRuleset(parse(file, source));
    return problem === undefined ? null : locate(file, problem.message, problem.position);
  }
  const rulesUrl = `http://${env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${PROJECT}:securityRules`;
  const response = await fetch(rulesUrl, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: file, content: source }] } }),
  });
  return response.ok ? null : await response.text();
}
