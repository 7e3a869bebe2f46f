const EMULATOR_HOSTS = [
  "FIRESTORE_EMULATOR_HOST",
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIREBASE_STORAGE_EMULATOR_HOST",
  "STORAGE_EMULATOR_HOST",
  // All messages to the chat would go there instead, over HTTP and without a check of the address.
  "CHAT_EMULATOR_HOST",
] as const;

/** Why this process must not start, or `null`. With an emulator's host the Admin SDK would accept unsigned tokens. */
export function startProblem(env: Record<string, string | undefined>): string | null {
  // Cloud Run sets `K_SERVICE`.
  const isProduction = env.K_SERVICE && env.FUNCTIONS_EMULATOR !== "true";
  if (!isProduction) return null;
  const setVariables = EMULATOR_HOSTS.filter((name) => env[name]);
  return setVariables.length === 0
    ? null
    : `${setVariables.join(" and ")} must not be set in production. Remove it from the function's environment and deploy again.`;
}
