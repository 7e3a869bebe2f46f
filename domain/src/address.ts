// Host names joined by dots, then an optional port and an optional path.
const ADDRESS_WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** Puts `https://` before an address without a scheme, such as `www.example.com`. Returns any other text unchanged. */
export function withScheme(address: string): string {
  return ADDRESS_WITHOUT_SCHEME.test(address) ? `https://${address}` : address;
}

// The scheme, at least one character of a host, then anything without white space.
const HTTP_URL = /^https?:\/\/[^/?#@\s]\S*$/i;

/** Whether a text is an http or https URL. Only such URLs become links. */
export function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text);
}
