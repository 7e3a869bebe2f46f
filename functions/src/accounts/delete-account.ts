import { adminAuth } from "../firestore/admin.ts";

/** Deletes a member's account at Auth, if it still exists: nobody can log in or renew a token any longer. */
export async function deleteAccount(uid: string): Promise<void> {
  try {
    await (await adminAuth()).deleteUser(uid);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "auth/user-not-found") throw error;
  }
}
