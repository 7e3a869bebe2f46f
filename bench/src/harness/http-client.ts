import { once } from "node:events";
import http from "node:http";

interface RequestOptions {
  method?: string;
  token?: string;
  body?: object;
}

// The encodings that Chromium accepts.
export const ENCODINGS = "gzip, deflate, br, zstd";

/** Sends requests to `host:port`, one after the other, over one connection that is kept alive. */
export function createHttpClient(host: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [hostname, port] = host.split(":");

  /** Sends a request. `ms` is the time to the last byte of the response. Throws unless the response has a 2xx status. */
  async function request(path: string, { method = "GET", token, body }: RequestOptions = {}) {
    const headers: http.OutgoingHttpHeaders = { "accept-encoding": ENCODINGS };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const json = body && JSON.stringify(body);
    const startedAt = performance.now();
    const clientRequest = http.request({ hostname, port, path, method, headers, agent }).end(json);
    const [response] = (await once(clientRequest, "response")) as [http.IncomingMessage];
    const bytes = Buffer.concat(await response.toArray());
    const ms = performance.now() - startedAt;
    const { statusCode = 0, headers: responseHeaders } = response;
    if (statusCode < 200 || statusCode > 299)
      throw new Error(`${method} ${path} answered ${statusCode}: ${bytes.toString().slice(0, 500)}`);
    return { ms, headers: responseHeaders, body: bytes };
  }

  return {
    request,
    /** Sends a request like `request`, and returns only the milliseconds until the response has arrived. */
    time: async (path: string, options: RequestOptions): Promise<number> => (await request(path, options)).ms,
    close: (): void => agent.destroy(),
  };
}

export type HttpClient = ReturnType<typeof createHttpClient>;
