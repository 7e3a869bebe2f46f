import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import wabt from "wabt";
import { SCAN_MODULE } from "./scan.ts";

it("the scan's module is scan.wat, assembled (what is expected here belongs into scan.ts)", async () => {
  const source = readFileSync(new URL("scan.wat", import.meta.url), "utf8");
  const module = (await wabt()).parseWat("scan.wat", source);
  module.validate();
  expect(SCAN_MODULE).toBe(Buffer.from(module.toBinary({}).buffer).toString("base64"));
});
