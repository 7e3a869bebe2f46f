import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** In this order: the call is forwarded, refused with 503, never answered, never fully answered, or answered 404. */
export type HttpProxyAction = "pass" | "refuse" | "hold" | "hold-half-answer" | "not-found";

export interface HttpProxy {
  /** `host:port`. */
  host: string;
  /** Sets the handler that chooses the action for each path; at first all calls pass. */
  intercept(handler: (path: string) => HttpProxyAction): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of `targetOrigin`. */
export async function startHttpProxy(targetOrigin: string): Promise<HttpProxy> {
  let actionFor: (path: string) => HttpProxyAction = () => "pass";
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const action = actionFor(path);
    if (action === "refuse") response.writeHead(503).end();
    else if (action === "not-found") pass(request, response, new URL(`${path}.lost`, targetOrigin));
    else if (action !== "hold") pass(request, response, new URL(path, targetOrigin), action === "hold-half-answer");
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

function pass(incoming: IncomingMessage, outgoing: ServerResponse, url: URL, isHalf = false): void {
  const { method, headers } = incoming;
  const forwarded = request(url, { method, headers }, (upstream) => {
    outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers);
    if (!isHalf) return upstream.pipe(outgoing);
    // The last byte of each chunk is dropped, so the response never ends.
    upstream.on("data", (bytes: Buffer) => outgoing.write(bytes.subarray(0, -1)));
  });
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
}
