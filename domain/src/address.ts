// Without a scheme, as people say it: names with a dot, then perhaps a port and a path.
const BARE_ADDRESS = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** An address as it was typed, with `https://` before it where it has no scheme: `www.example.com`. Else as it is. */
export function withScheme(address: string): string {
  return BARE_ADDRESS.test(address) ? `https://${address}` : address;
}

const HTTP_URL = /^https?:\/\/[^\s]+$/i;

/** Whether a text is an http or https address, the only kinds that are ever made into links. */
export function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text) && URL_HOST.test(text);
}

const URL_HOST = /^https?:\/\/[^/?#@\s]+/i;
