import { readFileSync } from "node:fs";
import type { Suite } from "./suite.ts";

const LOOK_EVERY_MS = 500;

/**
 * Gives hidane the Firestore rules whenever their file changes: firebase-tools tries that too, but in words hidane does
 * not take. Rules with an error change nothing. Gives what ends it.
 */
export function reloadRules({ env }: Pick<Suite, "env">, file: string, say: (line: string) => void): () => void {
  const address = `http://${env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/${env.GCLOUD_PROJECT}:securityRules`;
  const reload = async (content: string) => {
    const response = await fetch(address, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ rules: { files: [{ name: "security.rules", content }] } }),
    });
    const answer = await response.text();
    say(
      response.ok
        ? "firestore.rules has changed and is in force."
        : `firestore.rules has changed, but has an error; the rules before it stay in force. ${reason(answer)}`,
    );
  };
  let last = read(file);
  // Compared by content: editors replace files, and a watch can miss what happens as it begins.
  const look = () => {
    const content = read(file);
    if (content === null || content === last) return;
    last = content;
    reload(content).catch((error: unknown) => say(`firestore.rules has changed, but could not be loaded: ${error}`));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** `null` in the moment in which an editor replaces the file. */
function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function reason(answer: string): string {
  try {
    return (JSON.parse(answer) as { error: { message: string } }).error.message.replace(/\s+/g, " ");
  } catch {
    return answer;
  }
}
