import { isBlank } from "./text.ts";

// Host names joined by dots, then an optional port and an optional path.
const REST = String.raw`(?::\d{1,5})?(?:[/?#]\S*)?`;
const ADDRESS_WITHOUT_SCHEME = new RegExp(String.raw`^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}${REST}$`, "u");

// The addresses of a website that is being developed: localhost and names below it or below `.local` and `.test`; an
// IPv4 or IPv6 address; any other name with a port of a web server. Such servers mostly have no certificate.
const BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const LOCAL_ADDRESS = new RegExp(
  String.raw`^(?:(?:[a-z\d-]+\.)*localhost|(?:[a-z\d-]+\.)+(?:local|test)|(?:${BYTE}\.){3}${BYTE}|\[[\da-f]*:[\da-f:.]+\]|[a-z][a-z\d-]*(?=:(?:80|443|\d{4,5})(?:[/?#]|$)))${REST}$`,
  "i",
);

/**
 * Puts `https://` before an address without a scheme, such as `www.example.com`, and `http://` before that of a website
 * being developed, such as `localhost:3000`. Returns any other text unchanged.
 */
export function withScheme(address: string): string {
  if (LOCAL_ADDRESS.test(address)) return `http://${address}`;
  return ADDRESS_WITHOUT_SCHEME.test(address) ? `https://${address}` : address;
}

// The scheme, at least one character of a host, then anything without white space.
const HTTP_URL = /^https?:\/\/[^/?#@\s]\S*$/i;

/** Whether a text is an http or https URL. Only such URLs become links. */
export function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text);
}

/** An address without the white space and the invisible characters around it. */
export function trimAddress(address: string): string {
  const isVisible = (char: string) => !isBlank(char);
  const characters = [...address];
  const start = characters.findIndex(isVisible);
  return start < 0 ? "" : characters.slice(start, characters.findLastIndex(isVisible) + 1).join("");
}

// The scheme, user and password, the host with its port, the path, the query, and the fragment.
const PAGE_URL = /^(https?:\/\/)(?:[^/?#\s]*@)?([^/?#@\s]+)([^?#\s]*)(\?[^#\s]*)?(?:#\S*)?$/i;

/**
 * The parts of an http or https URL: `page` is its origin and path, without user, query and fragment; `path` is its
 * decoded path without a slash at the end, `""` for the root; `query` begins with `?` unless it is empty. `null` for any
 * other text.
 */
export function splitPageUrl(text: string): { page: string; path: string; query: string } | null {
  const [, scheme, host, path = "", query = ""] = PAGE_URL.exec(text) ?? [];
  return scheme === undefined ? null : { page: `${scheme}${host}${path}`, path: decodePath(path), query };
}

/** Makes `/f%C3%A4hre/` and `/fähre` the same path. A path that cannot be decoded stays as it is. */
function decodePath(path: string): string {
  const withoutSlash = path.replace(/\/$/, "");
  try {
    return decodeURI(withoutSlash);
  } catch {
    return withoutSlash;
  }
}
