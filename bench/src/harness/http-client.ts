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
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: http.OutgoingHttpHeaders = { "accept-encoding": ENCODINGS };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (text !== undefined) {
      headers["content-type"] = "application/json";
      headers["content-length"] = text.length;
    }
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const request = http.request({ hostname, port, path, method, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const ms = performance.now() - startedAt;
          resolve({ ms, status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      request.on("error", reject);
      request.end(text);
    });
  }

  /** Sends a request. Throws if the response has another status than `status`. */
  async function expect(status: number, path: string, options: RequestOptions = {}): Promise<TimedResponse> {
    const response = await send(path, options);
    if (response.status !== status) {
      const text = response.body.toString().slice(0, 500);
      throw new Error(`${options.method ?? "GET"} ${path} answered ${response.status}: ${text}`);
    }
    return response;
  }

  return {
    expect,
    /** Sends a request like `expect`, and returns only its milliseconds. */
    time: async (status: number, path: string, options: RequestOptions): Promise<number> =>
      (await expect(status, path, options)).ms,
    close: (): void => agent.destroy(),
  };
}

export type HttpClient = ReturnType<typeof createHttpClient>;
