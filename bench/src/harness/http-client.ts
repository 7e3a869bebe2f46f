import http from "node:http";

/** One answer, and how long it took from asking to its last byte, in milliseconds. */
export interface TimedResponse {
  ms: number;
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface RequestOptions {
  method?: string;
  token?: string;
  body?: object;
}

// As Chromium asks; a function answers packed if it likes.
const PACKINGS = "gzip, deflate, br, zstd";

/** Asks `http://127.0.0.1:port` one thing after the other over one connection that is kept. */
export interface Client {
  ask(path: string, asked?: RequestOptions): Promise<TimedResponse>;
  /** The same, and an error unless the status is this. */
  expect(status: number, path: string, asked?: RequestOptions): Promise<TimedResponse>;
  close(): void;
}

export function client(host: string): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [hostname, port] = host.split(":");

  function ask(path: string, { method = "GET", token, body }: RequestOptions = {}): Promise<TimedResponse> {
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: http.OutgoingHttpHeaders = { "accept-encoding": PACKINGS };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (text !== undefined) {
      headers["content-type"] = "application/json";
      headers["content-length"] = text.length;
    }
    return new Promise((done, fail) => {
      const began = performance.now();
      const request = http.request({ hostname, port, path, method, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () => {
          const ms = performance.now() - began;
          done({ ms, status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      request.on("error", fail);
      request.end(text);
    });
  }

  return {
    ask,
    async expect(status, path, asked) {
      const timed = await ask(path, asked);
      if (timed.status !== status)
        throw new Error(
          `${asked?.method ?? "GET"} ${path} answered ${timed.status}: ${timed.body.toString().slice(0, 500)}`,
        );
      return timed;
    },
    close: () => agent.destroy(),
  };
}
