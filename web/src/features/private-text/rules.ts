/** What a text may contain that is likely private. The label stands in the form and in the stored file. */
export const KIND_LABELS = {
  key: "private key",
  token: "token",
  password: "password",
  cookie: "cookie",
  email: "e-mail address",
  ip: "IP address",
  digits: "long number",
} as const;
export type Kind = keyof typeof KIND_LABELS;

/** A range in a text: from the character `start` up to, but without, the character `end`. */
export interface Span {
  start: number;
  end: number;
}

/**
 * How one kind of text is found. Each match of the global `pattern` is a candidate. `pick` gets the whole text and where
 * the match is, and returns the private part, or `null` for a look-alike; without `pick` it is the whole match.
 *
 * The time has to be linear, whatever the text is. So no pattern has a quantifier inside a quantifier; a part that may
 * be long begins only where the character before it is none of its own; all others have an upper limit.
 */
export interface Rule {
  kind: Kind;
  pattern: RegExp;
  pick?: (text: string, match: RegExpExecArray, start: number) => Span | null;
}

/**
 * Not after one of these characters. After the `\\n` of a text inside JSON something new begins, though it is a letter.
 */
const notAfter = (characters: string): string => String.raw`(?:(?<![${characters}])|(?<=\\[nrt]))`;

// Between a name and its value: `name=value`, `"name": "value"`, `\"name\":\"value\"`, `'name' => 'value'`.
const SEPARATOR = String.raw`["'\\]{0,2}[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}\[?\\?["']?`;
const named = (names: string, before = "") => new RegExp(`${before}(?:${names})${SEPARATOR}`, "gi");

const PASSWORD_NAMES =
  "passw(?:or)?d(?:[_-]?hash)?|passphrase|passwort|kennwort|contraseña|mot[_-]?de[_-]?passe|wachtwoord|пароль|(?<![a-z])(?:pass|pwd|passwd)";
const TOKEN_NAMES =
  "token|secret|api[_-]?key|(?:access|private|secret|encryption|signing|subscription|account|storage|shared|master|auth|service)[_-]?key(?:[_-]?id)?|signature|(?<![a-z])sig|session[_-]?(?:id)?|(?<![a-z])sid|jsessionid|credentials?|connection[_-]?string";

// Values that say something about a password or token, or stand for one.
const PLACEHOLDER =
  /^(?:null|nil|none|undefined|true|false|yes|no|on|off|ok|empty|n\/a|void|string|text|required|optional|missing|present|expired|invalid|valid|incorrect|wrong|failed|failure|changed|reset|updated|set|unset|hidden|redacted|removed|filtered|masked|is|was|has|had|not|must|may|should|cannot|for|from|the|and|too|does|do|please|accepted|rejected|enabled|disabled|started|ended|closed|open|opened|\W*)$/i;
// Some programs have masked the value: `****`, `<password>`, `${PASSWORD}`, `{{token}}`, `[REDACTED]`, `[struck out: …`.
const MASKED = /^(?:[*•.xX_#-]+$|<|\$\{|\$[A-Z_]+$|\{\{|%[A-Z_]+%$|\[\w)/;

/** Whether a value looks as if chance had made it: it has a digit, or it is long and has capitals and small letters. */
const looksRandom = (value: string): boolean =>
  /\d/.test(value) || (value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value));

/** Where the next character is that the global `stop` matches; the end of the text if there is none. */
function endOfRun(text: string, from: number, stop: RegExp): number {
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}

/** The end of the value at `start`: inside quotes the closing quote, otherwise a blank or another delimiter. */
function endOfValue(text: string, start: number): number {
  const quote = text[start - 1];
  if (quote !== '"' && quote !== "'") {
    const end = endOfRun(text, start, /[\s"'&<>]/g);
    const trimmed = text.slice(Math.max(start, end - 8), end).replace(/[,;)\]}\\]+$/, "");
    return Math.max(start, end - 8) + trimmed.length;
  }
  // In `\"value\"` the backslashes belong to a text around it, which ends with the next quote.
  if (text[start - 2] === "\\") return endOfRun(text, start, /["\\\r\n]/g);
  let end = start;
  for (; end < text.length; end += 1) {
    const char = text[end];
    if (char === quote || char === "\n" || char === "\r") break;
    if (char === "\\") end += 1;
  }
  return Math.min(end, text.length);
}

/** The characters of a value that decide about it, so that a look-alike of any length costs little. */
const DECIDING_LENGTH = 200;

/** The value after the match, if `isPrivate` says so of its beginning. */
const pickValue =
  (isPrivate: (value: string) => boolean): Rule["pick"] =>
  (text, match, start) => {
    const from = start + match[0].length;
    const beginning = text.slice(from, from + DECIDING_LENGTH);
    const value = beginning.slice(0, endOfValue(text[from - 1] + beginning, 1) - 1).trim();
    if (PLACEHOLDER.test(value) || MASKED.test(value) || !isPrivate(value)) return null;
    return { start: from, end: endOfValue(text, from) };
  };

/** What comes after the match in its line, up to what `findEnd` returns. */
const pickLine =
  (isPrivate: (value: string) => boolean, findEnd: (text: string, from: number) => number): Rule["pick"] =>
  (text, match, start) => {
    const from = start + match[0].length;
    return isPrivate(text.slice(from, from + DECIDING_LENGTH)) ? { start: from, end: findEnd(text, from) } : null;
  };

/** The end of the cookies that begin at `from`: that of the line, or the quote that ends them, as in `-H "Cookie: …"`. */
function endOfCookies(text: string, from: number): number {
  if (text[from - 2] === "\\") return endOfRun(text, from, /["'\\\r\n]/g);
  for (let end = from; ; ) {
    end = endOfRun(text, end, /[\r\n]|(?<!\\)["']/g);
    const quote = text[end];
    // A cookie's own value may be in quotes: `theme="dark"`.
    if ((quote !== '"' && quote !== "'") || !/(?:^|[\s;])[^\s=;"']+=$/.test(text.slice(Math.max(from, end - 80), end)))
      return end;
    const closing = endOfRun(text, end + 1, /["'\r\n]/g);
    end = text[closing] === quote ? closing + 1 : closing;
  }
}

const isRandomMatch: Rule["pick"] = (_, match, start) =>
  looksRandom(match[0]) ? { start, end: start + match[0].length } : null;

// The beginnings that services give their keys and tokens, so that programs find them in texts.
const TOKEN_SHAPES = [
  "(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])",
  "gh[pousr]_[A-Za-z0-9]{20,255}",
  String.raw`github_pat_\w{20,255}`,
  String.raw`gl(?:pat|ptt|dt|rt|cbt|agent)-[\w.-]{16,255}`,
  String.raw`xox[abeoprs]-[\w-]{10,255}`,
  String.raw`xapp-[\w-]{10,255}`,
  "[spr]k_(?:live|test)_[A-Za-z0-9]{10,255}",
  "whsec_[A-Za-z0-9+/=]{16,255}",
  String.raw`AIza[\w-]{35}`,
  String.raw`ya29\.[\w-]{20,2048}`,
  String.raw`GOCSPX-[\w-]{20,64}`,
  String.raw`1//[\w-]{30,255}`,
  String.raw`sk-[\w-]{20,255}`,
  "npm_[A-Za-z0-9]{30,64}",
  String.raw`pypi-[\w-]{30,2048}`,
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`,
  "(?:AC|SK)[0-9a-f]{32}(?![0-9A-Za-z])",
  "do[opr]_v1_[0-9a-f]{40,128}",
  "hf_[A-Za-z0-9]{30,64}",
  "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
  "key-[0-9a-f]{32}(?![0-9A-Za-z])",
  String.raw`sq0[a-z]{3}-[\w-]{22,64}`,
  String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,64}`,
  String.raw`\d{8,10}:AA[\w-]{33}(?![\w-])`,
  "AGE-SECRET-KEY-1[0-9A-Z]{50,64}",
];

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** The check digit of payment cards (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 0 ? 1 : 2);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return /^[2-6]\d{11,18}$/.test(digits) && sum % 10 === 0;
}

// The lengths of account numbers by country (the IBAN registry of ISO 13616).
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "15NO 16BE 18DK 18FI 18FO 18GL 18NL 19MK 19SI 20AT 20BA 20EE 20KZ 20LT 20LU 20XK 21CH 21HR 21LI 21LV 22BG 22BH " +
    "22CR 22DE 22GB 22GE 22IE 22ME 22RS 22VA 23AE 23GI 23IL 23IQ 23OM 24AD 24CZ 24ES 24MD 24PK 24RO 24SA 24SE 24SK " +
    "24TN 24VG 25LY 25PT 25ST 26IS 26TR 27FR 27GR 27IT 27MC 27SM 28AL 28AZ 28BY 28CY 28DO 28GT 28HU 28LB 28NI 28PL " +
    "28SV 29BR 29EG 29PS 29QA 29UA 30JO 30KW 30MU 31MT 31SC 32LC"
  )
    .split(" ")
    .map((entry) => [entry.slice(2), Number(entry.slice(0, 2))]),
);

/** The length of the bank account number (IBAN, ISO 13616) at the beginning of a text, with its spaces; 0 if none. */
export function ibanLength(text: string): number {
  const country = text.slice(0, 2);
  const length = Object.hasOwn(IBAN_LENGTHS, country) ? IBAN_LENGTHS[country]! : 0;
  if (length === 0) return 0;
  let end = 0;
  let account = "";
  for (; account.length < length && end < text.length; end += 1) if (text[end] !== " ") account += text[end];
  if (account.length < length || /[A-Za-z0-9]/.test(text[end] ?? "")) return 0;
  // Country and check digits go to the end, letters count from 10, and the number modulo 97 has to be 1.
  let remainder = 0;
  for (let index = 4; index < length + 4; index += 1) {
    const value = Number.parseInt(account[index % length]!, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder === 1 ? end : 0;
}

// 20261129 or 20261129T0854 without the T, with seconds and milliseconds or without.
const COMPACT_DATE =
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d\d{0,6})?$/;
// Milliseconds, microseconds or nanoseconds since 1970, from 2001 to 2033.
const isTimeStamp = (digits: string): boolean =>
  /^1\d+$/.test(digits) && (digits.length === 13 || digits.length === 16 || digits.length === 19);

/** Whether digits without a name are likely a card or an account, and no time or amount. */
export function isLongNumber(digits: string, after = ""): boolean {
  if (isCardNumber(digits)) return true;
  if (isTimeStamp(digits) || COMPACT_DATE.test(digits) || /^0+$/.test(digits)) return false;
  return !/^ ?(?:ns|us|µs|ms|bytes?|ticks|[KMG]?i?B|cycles)\b/.test(after);
}

/** An IPv6 address (RFC 4291) that can be somebody's: global, unique local, link-local or multicast. */
export function isIpv6(text: string): boolean {
  const halves = text.toLowerCase().split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || !groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return false;
  if (halves.length === 2 ? groups.length > 7 : groups.length !== 8) return false;
  return groups.length > 1 && /^(?:[23][0-9a-f]{3}|f[c-f][0-9a-f]{2})$/.test(groups[0]!);
}

// What stands before a version or the number of a section: a word for it, or `App/`, `package@`, `package-`.
const VERSION_BEFORE =
  /(?:\b(?:v|ver|version|build|release|rev|revision|firmware|driver|section|chapter|clause|§)[ :="'.]{0,3}|[\w)]@|[A-Za-z]-)$/i;
const PROGRAM_BEFORE = /(?<![\w/])[A-Z]\w{0,30}\/$/;

// A number that an address cannot have, or the address of the machine itself, of everybody or of a mask.
const NO_ADDRESS = /(?:^|\.)(?:25[6-9]|2[6-9]\d|[3-9]\d\d|0\d)|^(?:127|0|255)\./;

const pickIpv4: Rule["pick"] = (text, match, start) => {
  if (NO_ADDRESS.test(match[0])) return null;
  const end = start + match[0].length;
  const before = text.slice(Math.max(0, start - 32), start);
  if (/[a-z§@]/i.test(before.slice(-12)) && VERSION_BEFORE.test(before.slice(-12))) return null;
  // `host/10.1.2.3:8080` is how Java writes an address, and `App/1.2.3.4` is a program with its version.
  const hasPort = text[end] === ":" && /\d/.test(text[end + 1] ?? "");
  return before.endsWith("/") && !hasPort && PROGRAM_BEFORE.test(before) ? null : { start, end };
};

// After the @ of a picture for fine screens, a package with its version, or a file.
const NO_DOMAIN = /^\d{1,2}x\.|\.(?:png|jpe?g|gif|webp|svg|[cm]?[jt]sx?|css|map|json|html|tgz|exe|dll)$/i;

const pickEmail: Rule["pick"] = (text, match, start) => {
  const at = match[0].search(/@|%40/);
  const local = match[0].slice(0, at);
  const domain = match[0].slice(at + (match[0][at] === "@" ? 1 : 3));
  const name = /[.-]$/.test(domain) ? domain.replace(/[.-]+$/, "") : domain;
  if (!/\.[A-Za-z\u00c0-\uffef]{2,24}$/.test(name) || name.includes("..") || NO_DOMAIN.test(name)) return null;
  // In a text inside JSON, `\\n` may stand before the address.
  const from = text[start - 1] === "\\" && /^[nrt]./.test(local) ? start + 1 : start;
  // git@host:path is a repository; `user:password@host` belongs to another rule.
  const end = start + match[0].length - (domain.length - name.length);
  if ((text[end] === ":" || text[end] === "/") && /^(?:git|hg|svn)$/.test(local)) return null;
  if (text[start - 1] === ":" && /:\/\/[^\s/]*$/.test(text.slice(Math.max(0, start - 80), start))) return null;
  return { start: from, end };
};

const pickGroup: Rule["pick"] = (_, match, start) => {
  const end = start + match[0].length;
  return { start: end - match[1]!.length, end };
};

// Schemes of HTTP whose values are lists, such as `Digest username="mia", response="…"`.
const SCHEME_WITH_PARTS = /^(?:digest|aws4-|signature|hawk|oauth)/i;

/** All rules. Where two of them find the same part of a text, the earlier one says what it is. */
export const RULES: readonly Rule[] = [
  {
    kind: "token",
    pattern: new RegExp(
      String.raw`${notAfter("\\w")}(?:proxy-)?authorization${SEPARATOR}(?:(?:bearer|basic|token|negotiate|apikey|ntlm)[ \t]{1,4})?`,
      "gi",
    ),
    pick: pickValue((value) => !SCHEME_WITH_PARTS.test(value)),
  },
  {
    kind: "token",
    pattern: new RegExp(`${notAfter("\\w")}(?:proxy-)?authorization${SEPARATOR}`, "gi"),
    pick: pickLine(
      (value) => SCHEME_WITH_PARTS.test(value),
      (text, from) => endOfRun(text, from, /[\r\n]/g),
    ),
  },
  {
    kind: "token",
    pattern: new RegExp(String.raw`${notAfter("\\w")}(?:bearer|basic)[ \t]{1,4}([\w.~+/=-]{8,8192})`, "gi"),
    pick: (text, match, start) => (looksRandom(match[1]!) ? pickGroup(text, match, start) : null),
  },
  {
    kind: "token",
    pattern: new RegExp(String.raw`${notAfter("\\w-")}eyJ[\w-]{8,8192}\.[\w-]{8,8192}\.?[\w-]{0,8192}`, "g"),
  },
  { kind: "token", pattern: new RegExp(`${notAfter("\\w-")}(?:${TOKEN_SHAPES.join("|")})`, "g"), pick: isRandomMatch },
  {
    kind: "token",
    pattern: /(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks)\/([\w/-]{16,255})/gi,
    pick: pickGroup,
  },
  {
    kind: "cookie",
    pattern: new RegExp(`${notAfter("\\w")}(?:set-)?cookie2?${SEPARATOR}`, "gi"),
    pick: pickLine((value) => /^[^\s=;,"'\\]{1,160}=[^\r\n;]/.test(value), endOfCookies),
  },
  {
    // An archive of a browser's requests names its headers in this way.
    kind: "token",
    pattern:
      /"name"\s{0,20}:\s{0,20}"(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-auth-token)"\s{0,20},\s{0,80}"value"\s{0,20}:\s{0,20}"/gi,
    pick: pickValue(() => true),
  },
  // `https://user:password@host`, also as PHP writes it into JSON.
  {
    kind: "password",
    pattern: /:\\?\/\\?\/([^\s/:@"'<>?#\\]{0,256}:[^\s/@"'<>\\]{1,256})(?=@)/g,
    pick: pickGroup,
  },
  { kind: "password", pattern: named(PASSWORD_NAMES), pick: pickValue(() => true) },
  {
    kind: "password",
    pattern: new RegExp(
      String.raw`${notAfter("\\w-")}--?(?:password|passwd|passphrase|token|api-key|secret)[ \t]{1,4}["']?(?!-)`,
      "gi",
    ),
    pick: pickValue((value) => value.length > 3),
  },
  { kind: "token", pattern: named(TOKEN_NAMES), pick: pickValue((value) => value.length >= 6 && looksRandom(value)) },
  {
    kind: "email",
    pattern: new RegExp(
      String.raw`${notAfter("\\w.+\\u00c0-\\u1fff-")}[\w.+\u00c0-\u1fff-]{1,256}(?:@|%40)[A-Za-z0-9\u00c0-\u1fff\u3040-\uffef-]{1,63}\.[A-Za-z0-9\u00c0-\u1fff\u3040-\uffef.-]{1,250}`,
      "g",
    ),
    pick: pickEmail,
  },
  {
    kind: "ip",
    pattern: new RegExp(String.raw`${notAfter("\\w.")}\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\.?\w)`, "g"),
    pick: pickIpv4,
  },
  {
    kind: "ip",
    pattern: new RegExp(String.raw`${notAfter("\\w:.")}[\da-fA-F]{1,4}:[\da-fA-F:]{2,40}(?![\w:])`, "g"),
    pick: (_, match, start) => (isIpv6(match[0]) ? { start, end: start + match[0].length } : null),
  },
  {
    kind: "digits",
    pattern: new RegExp(
      String.raw`${notAfter("\\w.+-")}(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})(?![\w-])`,
      "g",
    ),
    pick: (_, match, start) => (isCardNumber(digitsOf(match[0])) ? { start, end: start + match[0].length } : null),
  },
  {
    kind: "digits",
    pattern: new RegExp(String.raw`${notAfter("\\w.-")}\d{12,19}(?![\w-]|\.\d)`, "g"),
    pick: (text, match, start) => {
      const end = start + match[0].length;
      return isLongNumber(match[0], text.slice(end, end + 8)) ? { start, end } : null;
    },
  },
  {
    kind: "digits",
    pattern: new RegExp(String.raw`${notAfter("\\w")}[A-Z]{2}\d{2}(?= ?[A-Z0-9]{4})`, "g"),
    pick: (text, _, start) => {
      const length = ibanLength(text.slice(start, start + 44));
      return length === 0 ? null : { start, end: start + length };
    },
  },
  { kind: "digits", pattern: new RegExp(String.raw`${notAfter("\\w-")}\d{3}-\d{2}-\d{4}(?![\w-])`, "g") },
  {
    kind: "digits",
    pattern: new RegExp(
      String.raw`${notAfter("a-z")}(?:account|acct|card|customer|konto|kunden|routing|passport|social[ _-]security|ssn|tax)[ _-]?(?:number|no|nr|num)?\.?["']?[ \t]{0,3}[:=#][ \t]{0,3}["']?(\d[\d -]{4,24}\d)(?!\w)`,
      "gi",
    ),
    pick: (text, match, start) =>
      digitsOf(match[1]!).length >= 6 && !/^\d{4}-\d\d-\d\d/.test(match[1]!) ? pickGroup(text, match, start) : null,
  },
];
