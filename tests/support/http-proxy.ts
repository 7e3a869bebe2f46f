import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The proxy's reaction to a call. `pass`: forwards it. `refuse`: responds with 503. `hold`: never responds.
 * `hold-half-answer`: never ends the response. `not-found`: forwards the call with another path, so that the target
 * responds with 404.
 */
export type HttpProxyAction = "pass" | "refuse" | "hold" | "hold-half-answer" | "not-found";

export interface HttpProxy {
  /** `host:port`. */
  host: string;
  /** Sets the function that chooses the action for each path. Before that, all calls pass. */
  intercept(handler: (path: string) => HttpProxyAction): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of `targetOrigin`. */
export async function startHttpProxy(targetOrigin: string): Promise<HttpProxy> {
  let actionFor: (path: string) => HttpProxyAction = () => "pass";
  const server = http.createServer((request, response) => {
    const path = request.url ?? "";
    const action = actionFor(path);
    if (action === "refuse") response.writeHead(503).end();
    else if (action === "not-found") forward(request, response, new URL(`${path}.lost`, targetOrigin));
    else if (action === "hold-half-answer") forward(request, response, new URL(path, targetOrigin), "incomplete");
    else if (action === "pass") forward(request, response, new URL(path, targetOrigin));
    // For `hold` nothing is sent.
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

/** Sends a request on to a URL, and its response back. */
export function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  url: URL,
  forwardedPart: "whole" | "incomplete" = "whole",
): void {
  const { method, headers } = request;
  const targetRequest = http.request(url, { method, headers }, (targetResponse) => {
    response.writeHead(targetResponse.statusCode!, targetResponse.headers);
    if (forwardedPart === "whole") return targetResponse.pipe(response);
    // The last byte of each chunk is left out, so the response never ends.
    targetResponse.on("data", (bytes: Buffer) => response.write(bytes.subarray(0, -1)));
  });
  targetRequest.on("error", () => response.destroy());
  request.pipe(targetRequest);
}
