import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isHttpUrl, withScheme } from "./address.ts";
import {
  attachmentName,
  attachmentUrl,
  checkFile,
  fitImage,
  isImageName,
  jpegName,
  parseAttachmentUrl,
  pastedImageName,
} from "./attachment.ts";
import { formatFileSize } from "./file-size.ts";
import { LIMITS, retryDelay } from "./limits.ts";
import { anyIssue } from "./testing.ts";
import { formatCount, isBlank, isPlainText, toPlainText } from "./text.ts";
import { foldUsername, usernameProblem, usernameSkeletons } from "./username.ts";
import { fromWire, parseJsonList, toWire } from "./wire.ts";

describe("section 5: file sizes", () => {
  it.each([
    [0, "0 Bytes"],
    [512, "512 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1.00 KB"],
    [1536, "1.50 KB"],
    [1_048_575, "1.00 MB"],
    [5_242_880, "5.00 MB"],
    [1_610_612_736, "1.50 GB"],
    [5_497_558_138_880, "5120.00 GB"],
  ])("%i bytes are shown as %s", (bytes, size) => {
    expect(formatFileSize(bytes)).toBe(size);
  });
});

describe("section 5: attachments", () => {
  it.each(["a.jpg", "a.JPEG", "a.png", "a.gif", "a.webp", "a.svg"])("%s is an image", (name) => {
    expect(isImageName(name)).toBe(true);
  });

  it.each(["a.pdf", "png", "a.svg.txt", "", "a."])("%j is not an image", (name) => {
    expect(isImageName(name)).toBe(false);
  });

  it("a file of up to 5,242,880 bytes can be attached", () => {
    const file = { name: "a.pdf", type: "application/pdf" };
    expect(checkFile({ ...file, size: LIMITS.attachmentBytes })).toEqual({ kind: "document", type: "application/pdf" });
    expect(checkFile({ ...file, size: 5_242_881 })).toEqual({ kind: "refused", reason: "too-large" });
  });

  it("a text file can be attached; an empty file and an HTML file are refused", () => {
    expect(checkFile({ name: "a.log", type: "", size: 0 })).toEqual({ kind: "refused", reason: "empty" });
    expect(checkFile({ name: "a.html", type: "text/html", size: 9 })).toEqual({ kind: "refused", reason: "type" });
    expect(checkFile({ name: "a.log", type: "", size: 9 })).toEqual({ kind: "document", type: "text/plain" });
  });

  it("an image is scaled down until its longer side has 1024 pixels, and is never scaled up", () => {
    expect(fitImage(4032, 3024)).toEqual({ width: 1024, height: 768 });
    expect(fitImage(10, 5000)).toEqual({ width: 2, height: 1024 });
    expect(fitImage(1, 5000)).toEqual({ width: 1, height: 1024 });
    expect(fitImage(640, 480)).toEqual({ width: 640, height: 480 });
  });

  it("a converted image gets the extension .jpg, and a pasted image gets a name with the time", () => {
    expect(jpegName("photo.of.me.PNG")).toBe("photo.of.me.jpg");
    expect(jpegName("noextension")).toBe("noextension.jpg");
    expect(jpegName(`${"x".repeat(300)}.png`)).toHaveLength(LIMITS.attachmentNameLength);
    expect(pastedImageName(1_700_000_000_000)).toBe("pasted-image-1700000000000.png");
  });

  it.each([
    ["cod\u202etxt.exe", "text/plain", "codtxt.exe.txt"],
    ["setup.bat. .", "text/plain", "setup.bat.txt"],
    ["../../etc/pass\u200bwd", "text/plain", ".._.._etc_passwd.txt"],
    ["page.html", "application/pdf", "page.html.pdf"],
    ["x.svg", "image/png", "x.svg.png"],
    ["x.exe", "image/x-unheard-of", "x.exe.bin"],
    ["\u202e", "text/plain", "file"],
  ])("a file named %j of type %s is shown and saved as %j", (name, type, safeName) => {
    expect(attachmentName(name, type)).toBe(safeName);
  });

  it.each(["log", "a.log", "Foto 1.JPEG", "Größe 😀.png", "report.v2.pdf", ".txt"])(
    "a text file named %j is shown and saved under that name",
    (name) => {
      expect(attachmentName(name, "text/plain")).toBe(name);
    },
  );

  it("the path of an attachment is parsed into uid, report id and file id; any other text is refused", () => {
    const attachment = { uid: "u1", issueId: "issue_1", fileId: "f-1" };
    expect(parseAttachmentUrl(attachmentUrl(attachment))).toEqual(attachment);
    for (const url of [
      "",
      "https://example.org/api/attachments/u/ii/f",
      "/api/attachments/u/ii/../x",
      "/api/attachments/u/x|.*|y/f",
    ])
      expect(parseAttachmentUrl(url)).toBeNull();
  });
});

describe("section 5: JSON-encoded lists", () => {
  it.each(["", "[", "{}", "null", "3", undefined, null, 4])("%j is parsed as an empty list", (text) => {
    expect(parseJsonList(text)).toEqual([]);
  });

  it("a report is the same after the API has sent it and the page has parsed it", () => {
    fc.assert(
      fc.property(anyIssue, (issue) => {
        expect(fromWire(toWire(issue))).toEqual(issue);
      }),
    );
  });

  it("invalid attachments and amendments are dropped", () => {
    const wire = { ...toWire(fc.sample(anyIssue, 1)[0]!), attachments: '[1,null,{"name":"a"}]', amendment: "[" };
    expect(fromWire(wire)).toMatchObject({ attachments: [], amendments: [] });
  });
});

describe("section 9: retries", () => {
  it("the delay before a retry doubles with each retry, up to 30 s", () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});

describe("text", () => {
  it.each([
    "",
    "  ",
    "\u00a0",
    "\u200b",
    "\n\t",
    "\u2028",
    "\u3164",
    "\u2800",
    "\u115f\u1160",
    "\uffa0",
    "\u034f\ufe0f",
    "\u{1d159}",
  ])("%j is blank", (text) => {
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}a`)).toBe(false);
  });

  it("a text with control characters or lone surrogates may not be stored", () => {
    expect(isPlainText("line\r\n\ttab 😀")).toBe(true);
    for (const text of ["a\u0000", "a\u001b[0m", "\ud800", "a\udc00b", "\u007f", "\u0085", "\u009b"])
      expect(isPlainText(text)).toBe(false);
  });

  it("a text is made storable by the removal of escape sequences and control characters; other characters stay", () => {
    expect(toPlainText("\u001b[1;31mred\u001b[0m\u0007 and\r\n\tso on 😀")).toBe("red and\r\n\tso on 😀");
    for (const text of ["a\u0000", "a\u001b[0m", "\ud800", "a\udc00b", "\u007f", "\u0085", "\u009b"])
      expect(isPlainText(toPlainText(text))).toBe(true);
  });

  it("an address without a scheme gets https://, and any other text stays unchanged", () => {
    for (const url of ["example.org", "www.example.co.uk/a?b#c", "bücher.example:8080/x"])
      expect(withScheme(url)).toBe(`https://${url}`);
    for (const text of ["", "none", "not a url.com", "http://a.b", "javascript:alert(1)", "a@b.co", "1.2", "//a.b"])
      expect(withScheme(text)).toBe(text);
  });

  it("counts have English thousands separators", () => {
    const counts = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567];
    expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString("en")));
  });

  it("only an http or https URL becomes a link", () => {
    for (const url of ["http://a.b", "HTTPS://a.b/c?d#e"]) expect(isHttpUrl(url)).toBe(true);
    for (const url of ["javascript:alert(1)", "data:text/html,x", "//a.b", "http://", "http:///x", "a.b", "http://a b"])
      expect(isHttpUrl(url)).toBe(false);
  });
});

describe("usernames", () => {
  const haveCommonSkeleton = (name: string, otherName: string): boolean =>
    usernameSkeletons(name).some((skeleton) => usernameSkeletons(otherName).includes(skeleton));

  it.each(["ada", "Ada Lovelace", "max_99", "Людмила", "日本のひと", "José", "x-1.2", "देव१"])(
    "%s may be registered",
    (name) => {
      expect(usernameProblem(name)).toBeNull();
    },
  );

  it.each([
    ["a", "too short"],
    ["x".repeat(65), "too long"],
    ["\u0410dmin", "Cyrillic and Latin letters"],
    ["ad\u200dmin", "an invisible joiner"],
    ["two  spaces", "two spaces in a row"],
    ["<b>", "other characters"],
    ["...", "no letter or digit"],
    ["Admin", "reserved"],
    ["ＡＤＭＩＮ", "reserved, in full-width letters"],
    ["a\nb", "a line break"],
    ["__ab__", "an id that Firestore reserves"],
    ["ad\u034fmin", "an invisible mark"],
    ["anna\ufe0f", "an invisible variation selector"],
    ["\u3164\u3164", "invisible letters"],
    ["\u0301anna", "an accent at the beginning"],
    ["ADM\u0130N", "reserved, with a capital i with a dot"],
    ["adm\u0131n", "reserved, with an i without a dot"],
    ["a.d.m.i.n", "reserved, with full stops"],
    ["\u00e1dmin", "reserved, with an accent"],
    ["\u{1d41a}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}", "reserved, in bold mathematical letters"],
    ["max\u0661", "an Arabic digit after Latin letters"],
    ["officiaI", "reserved, with a capital i for l"],
    ["admln", "reserved, with l for i"],
    ["\u0251dmin", "reserved, with a Latin alpha"],
    ["\u1d00\u1d05\u1d0d\u026a\u0274", "reserved, in small capitals"],
    ["r00t", "reserved, with 0 for o"],
    ["adrnin", "reserved, with rn for m"],
    ["M0derator", "reserved, with 0 for o"],
    ["4dm1n", "reserved, with 4 for a and 1 for i"],
    ["5yst3m", "reserved, with 5 for s and 3 for e"],
    ["s7aff", "reserved, with 7 for t"],
    ["ovvner", "reserved, with vv for w"],
    ["a\u0111min", "reserved, with a stroke through the d"],
    ["l\u00f8gbook", "reserved, with a stroke through the o"],
    ["\u0455\u0443\u0455\u0442\u0435\u043c", "reserved, in Cyrillic letters"],
  ])("%j may not be registered: %s", (name) => {
    expect(usernameProblem(name)).toMatch(/Please choose another\.$/);
  });

  it.each([
    ["pec\u0251", "peca", "a Latin alpha for a"],
    ["rnax", "Max", "rn for m"],
    ["pauI", "Paul", "a capital i for l"],
    ["pau1", "paul", "1 for l"],
    ["\u0441\u0435\u0441\u0430", "ceca", "Cyrillic letters"],
    ["\u1d1a\u1d0f", "\u1d1ao", "a small capital o for o"],
    ["\u043a\u0456\u043c", "kim", "Cyrillic letters"],
  ])("%j looks like %j: %s", (name, otherName) => {
    expect(haveCommonSkeleton(name, otherName)).toBe(true);
  });

  it.each([
    ["Mail", "Mall"],
    ["jose", "jos\u00e9"],
    ["Mia", "Max"],
    ["ana", "anna"],
  ])("%j does not look like %j", (name, otherName) => {
    expect(haveCommonSkeleton(name, otherName)).toBe(false);
  });

  it("names that differ only in upper and lower case or in full-width letters are the same", () => {
    expect(foldUsername(" ADA ")).toBe(foldUsername("ada"));
    expect(foldUsername("ａｄａ")).toBe("ada");
  });
});
