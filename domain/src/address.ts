// Names with a dot between them, then an optional port and an optional path.
const ADDRESS_WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** Puts `https://` before an address without a scheme, such as `www.example.com`. Returns any other text unchanged. */
export function withScheme(address: string): string {
  return ADDRESS_WITHOUT_SCHEME.test(address) ? `https://${address}` : address;
}

const HTTP_URL = /^https?:\/\/[^\s]+$/i;
const URL_WITH_HOST = /^https?:\/\/[^/?#@\s]+/i;

/** Whether a text is an http or https URL. Only such URLs become links. */
export function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text) && URL_WITH_HOST.test(text);
}
