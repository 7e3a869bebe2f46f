const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A new random id in the form that the domain package demands: 20 characters of 6 bits each. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => CHARACTERS[byte & 63]).join("");
}
