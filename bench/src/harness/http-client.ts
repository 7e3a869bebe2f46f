import http from "node:http";

/** A response, and the time from sending the request to the last byte of the response, in milliseconds. */
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

// The encodings that Chromium accepts.
const ENCODINGS = "gzip, deflate, br, zstd";

/** Sends requests to `host:port`, one after the other, over one connection that is kept alive. */
export function createHttpClient(host: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [hostname, port] = host.split(":");

  function send(path: string, { method = "GET", token, body }: RequestOptions): Promise<TimedResponse> {
    const bodyBytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: http.OutgoingHttpHeaders = { "accept-encoding": ENCODINGS };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (bodyBytes !== undefined) {
      headers["content-type"] = "application/json";
      headers["content-length"] = bodyBytes.length;
    }
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const outgoing = http.request({ hostname, port, path, method, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const ms = performance.now() - startedAt;
          resolve({ ms, status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(bodyBytes);
    });
  }

  async function request(expectedStatus: number, path: string, options: RequestOptions = {}): Promise<TimedResponse> {
    const response = await send(path, options);
    if (response.status !== expectedStatus) {
      const text = response.body.toString().slice(0, 500);
      throw new Error(`${options.method ?? "GET"} ${path} answered ${response.status}: ${text}`);
    }
    return response;
  }

  return {
    /** Sends a request. Throws unless the response has the expected status. */
    request,
    /** Sends a request like `request`, and returns only the milliseconds until the response has arrived. */
    timeRequest: async (expectedStatus: number, path: string, options: RequestOptions): Promise<number> =>
      (await request(expectedStatus, path, options)).ms,
    close: (): void => agent.destroy(),
  };
}

export type HttpClient = ReturnType<typeof createHttpClient>;
