import { readFirebaseConfig } from "../config/firebase-config.ts";
import { readStored, STORAGE_KEYS, writeStored } from "./local-storage.ts";
import { getSession } from "./store.ts";

type Firebase = Awaited<ReturnType<typeof loadAndStart>>;

let firebasePromise: Promise<Firebase> | undefined;

/** Loads and starts Firebase's app and Auth, once. Rejects if the code cannot be loaded; the next call tries again. */
export function loadFirebase(): Promise<Firebase> {
  firebasePromise ??= loadAndStart().catch((error: unknown) => {
    firebasePromise = undefined;
    throw error;
  });
  return firebasePromise;
}

async function loadAndStart() {
  const { recaptchaSiteKey } = readFirebaseConfig();
  const [{ connectSession, startFirebase }, appCheck] = await Promise.all([
    import("./firebase.ts"),
    recaptchaSiteKey === undefined ? null : import("./app-check.ts"),
  ]);
  const firebase = startFirebase();
  // App Check has to start before the first call to Firebase.
  const getAppCheckToken = appCheck?.startAppCheck(firebase.app, recaptchaSiteKey!);
  await firebase.auth.authStateReady();
  connectSession(firebase.auth);
  return { ...firebase, getAppCheckToken };
}

/**
 * The user's last ID token. With this token the next visit requests the list at once, and does not wait until Auth
 * has started over the network. `first.js` reads the token, and renews it with the refresh token.
 */
interface StoredToken {
  uid: string;
  idToken: string;
  refreshToken: string;
  /** When the ID token expires, in milliseconds since 1970. */
  until: number;
}

// The server would refuse a token that expires on its way there.
const EXPIRY_MARGIN_MS = 30_000;

/** This user's stored ID token, or `null` if there is no token or it expires soon. */
function readStoredToken(uid: string): string | null {
  const token = readStored(STORAGE_KEYS.token) as StoredToken | null;
  return token?.uid === uid && token.until - EXPIRY_MARGIN_MS > Date.now() ? token.idToken : null;
}

export function clearStoredToken(): void {
  writeStored(STORAGE_KEYS.token, null);
}

/** The user's ID token, or `null` if the session has ended. Rejects when the network fails. */
export async function getIdToken(needsNewToken: boolean): Promise<string | null> {
  const uid = getSession().user?.id;
  const storedToken = needsNewToken || uid === undefined ? null : readStoredToken(uid);
  if (storedToken !== null) return storedToken;
  const user = (await loadFirebase()).auth.currentUser;
  if (user === null || user.uid !== getSession().user?.id) return null;
  try {
    const { token, expirationTime } = await user.getIdTokenResult(needsNewToken);
    // The user may have signed out meanwhile.
    if (user.uid === getSession().user?.id) {
      const until = Date.parse(expirationTime);
      const newToken: StoredToken = { uid: user.uid, idToken: token, refreshToken: user.refreshToken, until };
      writeStored(STORAGE_KEYS.token, newToken);
    }
    return token;
  } catch (error) {
    if ((error as { code?: string }).code === "auth/network-request-failed") throw error;
    // Any other error counts as the end of the session.
    return null;
  }
}

/** The App Check token for a call of the API. `null` if App Check is off or fails; the API may then refuse the call. */
export async function getAppCheckToken(): Promise<string | null> {
  if (readFirebaseConfig().recaptchaSiteKey === undefined) return null;
  try {
    const firebase = await loadFirebase();
    return (await firebase.getAppCheckToken?.()) ?? null;
  } catch (error) {
    console.error("Failed to get an App Check token:", error);
    return null;
  }
}

// While one window changes the password, no other window may request a new token: the request would be refused, and
// that other window would then end the session in all windows of the browser.

/** The name of the Web Lock that a window holds while it changes the password or ends all sessions. */
export const PASSWORD_LOCK = "logbook.password";

// A window that holds the lock for longer has probably lost its connection.
const LOCK_TIMEOUT_MS = 5_000;

/** Options for `navigator.locks.request` that end the wait for the lock after the timeout. */
export const lockOptions = () => ({ signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) });

/** Resolves once no window changes the password, or after the timeout. */
export async function waitForPasswordChange(): Promise<void> {
  // Browsers offer locks only on https and localhost. After the timeout the request rejects, which ends the wait.
  await navigator.locks
    ?.request(PASSWORD_LOCK, { mode: "shared", ...lockOptions() }, () => undefined)
    .catch(() => undefined);
}
