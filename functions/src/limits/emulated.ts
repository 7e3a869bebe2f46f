/** Whether this is the local suite's functions emulator: no platform stands before it, and its page comes over HTTP. */
export const EMULATED = process.env.FUNCTIONS_EMULATOR === "true";
