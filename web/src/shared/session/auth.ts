import type { FirebaseApp } from "firebase/app";
import { firebaseConfig } from "../config/firebase-config.ts";
import type { startFirebase } from "./firebase.ts";
import { endSession, getSession, sessionStore, storedUser } from "./store.ts";
import { storedToken, storeToken } from "./stored-token.ts";

type Firebase = ReturnType<typeof startFirebase> & { appCheckToken: (() => Promise<string>) | undefined };

let started: Promise<Firebase> | undefined;

/** Firebase's app and Auth, loaded when first asked for. Rejects when the code cannot be loaded; ask again then. */
export function loadFirebase(): Promise<Firebase> {
  started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<Firebase> {
  const [{ startFirebase }, startAppCheck] = await Promise.all([import("./firebase.ts"), loadAppCheck()]);
  const started = startFirebase();
  // Before anything is asked of Firebase: all its parts then send tokens by themselves.
  const firebase = { ...started, appCheckToken: startAppCheck?.(started.app) };
  await firebase.auth.authStateReady();
  // Another window of this browser may end the session at any time.
  firebase.onUser((uid) => {
    if (uid === null && getSession().state === "signed-in") endSession();
  });
  // Auth keeps its user again with every answer, and takes over whoever another window's Auth keeps, also after sign-out.
  const signOutStranger = () => {
    const uid = firebase.auth.currentUser?.uid;
    if (uid !== undefined && uid !== getSession().user?.id && uid !== storedUser()?.id) void firebase.signOut();
  };
  const checkUser = () => setTimeout(signOutStranger, SIGN_IN_MS);
  firebase.onUser(checkUser);
  sessionStore.subscribe(checkUser);
  return firebase;
}

// During a sign-in Auth has its user before the page has the member, here and, by the browser's messages, in other windows.
const SIGN_IN_MS = 1_000;

async function loadAppCheck(): Promise<((app: FirebaseApp) => () => Promise<string>) | undefined> {
  const { recaptchaSiteKey: key } = firebaseConfig();
  if (key === undefined) return undefined;
  const { startAppCheck } = await import("./app-check.ts");
  return (app) => startAppCheck(app, key);
}

/**
 * The signed-in user's ID token, or `null` when there is none to be had any more. `refresh` asks for a new one.
 * Rejects when the network fails.
 */
export async function getIdToken(refresh = false): Promise<string | null> {
  const uid = getSession().user?.id;
  const kept = refresh || uid === undefined ? null : storedToken(uid);
  if (kept !== null) return kept;
  const user = (await loadFirebase()).auth.currentUser;
  if (user === null || user.uid !== getSession().user?.id) return null;
  try {
    const token = await user.getIdToken(refresh);
    if (user.uid === getSession().user?.id) storeToken(user.uid, token, user.refreshToken);
    return token;
  } catch (error) {
    if ((error as { code?: string }).code === "auth/network-request-failed") throw error;
    return null;
  }
}

/**
 * The App Check token for a call of the API; `null` where App Check is off, or where none can be had: the API then says
 * what to do.
 */
export async function getAppCheckToken(): Promise<string | null> {
  if (firebaseConfig().recaptchaSiteKey === undefined) return null;
  try {
    return (await (await loadFirebase()).appCheckToken?.()) ?? null;
  } catch (error) {
    console.error("Failed to get an App Check token:", error);
    return null;
  }
}
