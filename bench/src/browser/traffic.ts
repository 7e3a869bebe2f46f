import type { CDPSession } from "@playwright/test";

export interface RequestRecord {
  url: string;
  /** When the request was sent, in milliseconds since 1970. */
  sentAt: number;
  isScript: boolean;
  /** The bytes of the response with headers; 0 if the response came from the browser's own cache. */
  responseBytes: number;
  /** The Content-Length if the response has one, but at most `responseBytes`; otherwise `responseBytes`. */
  bodyBytes: number;
}

/** The requests of a page. The list grows while the page is open. */
export interface Traffic {
  requests: RequestRecord[];
  /** Milliseconds since the last request or response, 0 while a request is pending; ignores the live listener. */
  idleMs(): number;
}

/** Records a page's requests. `listenerHost` is Firestore's host, where the live listener keeps a request open. */
export async function recordTraffic(cdp: CDPSession, listenerHost: string): Promise<Traffic> {
  const requests: RequestRecord[] = [];
  const pendingRequests = new Map<string, RequestRecord>();
  const contentLengths = new Map<RequestRecord, number>();
  let lastActivity = Date.now();
  const isFromListener = ({ url }: RequestRecord): boolean => new URL(url).host === listenerHost;
  // Without the argument `responseBytes`, the request has failed.
  const finishRequest = (id: string, responseBytes?: number): void => {
    const request = pendingRequests.get(id);
    if (request === undefined) return;
    if (responseBytes !== undefined) {
      request.responseBytes = responseBytes;
      request.bodyBytes = Math.min(responseBytes, contentLengths.get(request) ?? responseBytes);
    }
    pendingRequests.delete(id);
    if (!isFromListener(request)) lastActivity = Date.now();
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request, wallTime, type, redirectResponse }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    // A redirect has the same id as the request that was redirected.
    if (redirectResponse) finishRequest(requestId, redirectResponse.encodedDataLength);
    const isScript = type === "Script";
    const record = { url: request.url, sentAt: wallTime * 1000, isScript, responseBytes: 0, bodyBytes: 0 };
    requests.push(record);
    pendingRequests.set(requestId, record);
    if (!isFromListener(record)) lastActivity = Date.now();
  });
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const record = pendingRequests.get(requestId);
    if (record === undefined) return;
    const [, contentLength] = Object.entries(response.headers).find(([name]) => /^content-length$/i.test(name)) ?? [];
    if (contentLength !== undefined) contentLengths.set(record, Number(contentLength));
    // Not every script is requested with the type `Script`.
    record.isScript ||= response.mimeType.endsWith("javascript");
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => finishRequest(requestId, encodedDataLength));
  cdp.on("Network.loadingFailed", ({ requestId }) => finishRequest(requestId));
  await cdp.send("Network.enable");
  return {
    requests,
    idleMs: () => ([...pendingRequests.values()].every(isFromListener) ? Date.now() - lastActivity : 0),
  };
}
