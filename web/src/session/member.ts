import type { User } from "@logbook/domain";
import { emulatorOrigin, firebaseConfig } from "../config/firebase-config.ts";
import { getIdToken } from "./auth.ts";

/**
 * The user as their member document says now, so that a role given or taken since the last visit shows. One read of
 * Firestore's REST interface, which spares the page its SDK. `null` when it cannot be had: what was known stays.
 */
export async function readMember(uid: string): Promise<User | null> {
  const { projectId, emulators } = firebaseConfig();
  const origin = emulators ? emulatorOrigin(emulators.firestore) : "https://firestore.googleapis.com";
  try {
    const response = await fetch(`${origin}/v1/projects/${projectId}/databases/(default)/documents/members/${uid}`, {
      headers: { Authorization: `Bearer ${await getIdToken()}` },
    });
    if (!response.ok) return null;
    const { fields } = (await response.json()) as {
      fields?: { username?: { stringValue?: unknown }; isAdmin?: { booleanValue?: unknown } };
    };
    const username = fields?.username?.stringValue;
    const isAdmin = fields?.isAdmin?.booleanValue;
    return typeof username === "string" && typeof isAdmin === "boolean" ? { id: uid, username, isAdmin } : null;
  } catch {
    return null;
  }
}
