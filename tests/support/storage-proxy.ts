import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { STORAGE } from "./suite.ts";

/** What becomes of a call: passed on, refused with 503, never answered, or answered but for its last bytes. */
export type StorageTreatment = "pass" | "refuse" | "hold" | "hold-half-answer";

/** Stands between a function and the suite's Storage. */
export interface StorageProxy {
  host: string;
  /** From now on calls are treated so, by their addresses. */
  treat(how: (path: string) => StorageTreatment): void;
  close(): Promise<void>;
}

/** Starts one that passes everything on. */
export async function startStorageProxy(): Promise<StorageProxy> {
  let treatmentOf: (path: string) => StorageTreatment = () => "pass";
  const server = createServer((asked, answer) => {
    const treatment = treatmentOf(asked.url ?? "");
    if (treatment === "refuse") answer.writeHead(503).end();
    else if (treatment !== "hold") pass(asked, answer, treatment === "hold-half-answer");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat: (how) => {
      treatmentOf = how;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, isHalf: boolean): void {
  const { method, headers } = asked;
  const onward = request(new URL(asked.url ?? "", STORAGE), { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    if (!isHalf) return answered.pipe(answer);
    // Its end never comes.
    answered.on("data", (bytes: Buffer) => answer.write(bytes.subarray(0, -1)));
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
