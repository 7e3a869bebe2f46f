import { readFileSync } from "node:fs";
import { readOrNull } from "../machine/processes.ts";
import type { Suite } from "./suite.ts";

const CHECK_INTERVAL_MS = 500;

/**
 * Sends the Firestore rules to hidane whenever their file changes. firebase-tools sends them too, but in a request that
 * hidane refuses. If the new rules have an error, hidane keeps the old rules. Returns a function that stops reloading.
 */
export function reloadRules({ env }: Pick<Suite, "env">, file: string, print: (line: string) => void): () => void {
  const address = `http://${env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${env.GCLOUD_PROJECT}:securityRules`;
  const reload = async (content: string) => {
    const response = await fetch(address, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ rules: { files: [{ name: "security.rules", content }] } }),
    });
    const responseText = await response.text();
    print(
      response.ok
        ? "firestore.rules has changed and is in force."
        : `firestore.rules has changed, but has an error; the previous rules stay in force. ${errorMessage(responseText)}`,
    );
  };
  // While an editor replaces the file, it does not exist for a moment.
  const readRules = () => readOrNull(() => readFileSync(file, "utf8"));
  let lastContent = readRules();
  let lastReload: Promise<void> = Promise.resolve();
  // The content is compared, since editors replace files and fs.watch can miss the first change.
  const reloadIfChanged = () => {
    const content = readRules();
    if (content === null || content === lastContent) return;
    lastContent = content;
    // Reloads run one after the other, so that the last change wins.
    lastReload = lastReload
      .then(() => reload(content))
      .catch((error: unknown) => print(`firestore.rules has changed, but could not be loaded: ${error}`));
  };
  const timer = setInterval(reloadIfChanged, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

function errorMessage(responseText: string): string {
  try {
    return (JSON.parse(responseText) as { error: { message: string } }).error.message.replace(/\s+/g, " ");
  } catch {
    return responseText;
  }
}
