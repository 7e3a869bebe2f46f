import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { reloadRules } from "./reload-rules.ts";

it("changed rules are sent to the engine, and its response is printed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rules-"));
  const file = join(folder, "firestore.rules");
  writeFileSync(file, "first");
  const engine = createServer((request, response) => {
    request.on("data", (body: Buffer) => {
      const { content } = (JSON.parse(String(body)) as { rules: { files: { content: string }[] } }).rules.files[0]!;
      if (content === "bad") response.writeHead(400).end('{"error":{"message":"L1:1 Unexpected\\n bad"}}');
      else response.end("{}");
    });
  });
  await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
  const { port } = engine.address() as AddressInfo;
  const printedLines: string[] = [];
  const env = { FIRESTORE_EMULATOR_HOST: `127.0.0.1:${port}`, GCLOUD_PROJECT: "demo" };
  const stop = reloadRules({ env }, file, (line) => printedLines.push(line));
  // Replace the file by another one, as editors do.
  writeFileSync(`${file}.new`, "second");
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(printedLines).toEqual(["firestore.rules has changed and is in force."]), 5_000);
  writeFileSync(file, "bad");
  await vi.waitFor(
    () => expect(printedLines.at(-1)).toMatch(/previous rules stay in force\. L1:1 Unexpected bad$/),
    5_000,
  );
  stop();
  await new Promise((resolve) => engine.close(resolve));
  rmSync(folder, { recursive: true });
});
