import { describe, expect, it } from "vitest";
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
import { LIMITS } from "./limits.ts";

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
    expect(checkFile({ name: "a.constructor", type: "", size: 9 })).toEqual({ kind: "refused", reason: "type" });
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
    expect(jpegName("login v2.1 (final)")).toBe("login v2.1 (final).jpg");
    expect(jpegName("login v2.1 (final).avif")).toBe("login v2.1 (final).jpg");
    expect(jpegName("v2.1")).toBe("v2.1.jpg");
    expect(jpegName(".png")).toBe(".png.jpg");
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
