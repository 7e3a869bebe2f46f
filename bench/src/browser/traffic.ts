import type { CDPSession } from "@playwright/test";

export interface RequestRecord {
  url: string;
  /** When the request was sent, in milliseconds since 1970. */
  at: number;
  isScript: boolean;
  /** The bytes of the response with headers. Responses from the browser's own cache have none. */
  bytes: number;
  /** The bytes of the response's body; `bytes` if the response has no Content-Length. */
  bodyBytes: number;
}

/** The requests of a page. The list grows while the page is open. */
export interface Traffic {
  requests: RequestRecord[];
  /** Milliseconds since the last request or response; 0 while a request is pending. Ignores the stream's host. */
  idleMs(): number;
}

/** Records a page's requests. `streamHost` is Firestore's host: the live listener keeps a request open there. */
export async function recordTraffic(cdp: CDPSession, streamHost: string): Promise<Traffic> {
  const requests: RequestRecord[] = [];
  const pending = new Map<string, RequestRecord>();
  const contentLengths = new Map<RequestRecord, number>();
  let lastActivity = Date.now();
  const isStream = ({ url }: RequestRecord): boolean => new URL(url).host === streamHost;
  const finish = (id: string, bytes?: number): void => {
    const request = pending.get(id);
    if (request === undefined) return;
    if (bytes !== undefined) {
      request.bytes = bytes;
      request.bodyBytes = Math.min(bytes, contentLengths.get(request) ?? bytes);
    }
    pending.delete(id);
    if (!isStream(request)) lastActivity = Date.now();
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request, wallTime, type, redirectResponse }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    // A redirect keeps the id of its request.
    if (redirectResponse) finish(requestId, redirectResponse.encodedDataLength);
    const record = { url: request.url, at: wallTime * 1000, isScript: type === "Script", bytes: 0, bodyBytes: 0 };
    requests.push(record);
    pending.set(requestId, record);
    if (!isStream(record)) lastActivity = Date.now();
  });
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const record = pending.get(requestId);
    if (record === undefined) return;
    contentLengths.set(record, Number(lowerCaseNames(response.headers)["content-length"] ?? Number.POSITIVE_INFINITY));
    record.isScript ||= response.mimeType.endsWith("javascript");
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => finish(requestId, encodedDataLength));
  cdp.on("Network.loadingFailed", ({ requestId }) => finish(requestId));
  await cdp.send("Network.enable");
  return {
    requests,
    idleMs: () => ([...pending.values()].every(isStream) ? Date.now() - lastActivity : 0),
  };
}

// Header names of HTTP/1.1 responses have the upper and lower case that the server used.
function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
