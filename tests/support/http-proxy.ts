import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What becomes of a call: passed on, refused with 503, never answered, answered but for its last bytes, or answered as if
 * nothing were there.
 */
export type HttpTreatment = "pass" | "refuse" | "hold" | "hold-half-answer" | "lose";

/** Stands between a client and one of the suite's servers. */
export interface HttpProxy {
  host: string;
  /** From now on calls are treated so, by their addresses. */
  treat(how: (path: string) => HttpTreatment): void;
  close(): Promise<void>;
}

/** Starts one that passes everything on to `target`, an origin. */
export async function startHttpProxy(target: string): Promise<HttpProxy> {
  let treatmentOf: (path: string) => HttpTreatment = () => "pass";
  const server = createServer((asked, answer) => {
    const path = asked.url ?? "";
    const treatment = treatmentOf(path);
    if (treatment === "refuse") answer.writeHead(503).end();
    else if (treatment === "lose") pass(asked, answer, new URL(`${path}.lost`, target));
    else if (treatment !== "hold") pass(asked, answer, new URL(path, target), treatment === "hold-half-answer");
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

function pass(asked: IncomingMessage, answer: ServerResponse, to: URL, isHalf = false): void {
  const { method, headers } = asked;
  const onward = request(to, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    if (!isHalf) return answered.pipe(answer);
    // Its end never comes.
    answered.on("data", (bytes: Buffer) => answer.write(bytes.subarray(0, -1)));
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
