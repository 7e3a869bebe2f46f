import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The call is passed on, refused with 503, never answered, answered incompletely for ever, or answered with 404. */
export type HttpProxyAction = "pass" | "refuse" | "hold" | "hold-half-answer" | "not-found";

export interface HttpProxy {
  host: string;
  /** Sets the handler that chooses the action for each path; at first all calls pass. */
  intercept(handler: (path: string) => HttpProxyAction): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the origin `target`. */
export async function startHttpProxy(target: string): Promise<HttpProxy> {
  let actionFor: (path: string) => HttpProxyAction = () => "pass";
  const server = createServer((asked, answer) => {
    const path = asked.url ?? "";
    const action = actionFor(path);
    if (action === "refuse") answer.writeHead(503).end();
    else if (action === "not-found") pass(asked, answer, new URL(`${path}.lost`, target));
    else if (action !== "hold") pass(asked, answer, new URL(path, target), action === "hold-half-answer");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    intercept: (handler) => {
      actionFor = handler;
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
    // The last byte of each chunk is dropped, so the response never ends.
    answered.on("data", (bytes: Buffer) => answer.write(bytes.subarray(0, -1)));
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
