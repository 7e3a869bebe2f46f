const ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A new random id that the domain's `isId` accepts: 20 characters of 6 bits each. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ID_CHARACTERS[byte & 63]).join("");
}
