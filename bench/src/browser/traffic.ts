import type { CDPSession } from "@playwright/test";

/** One request of a page as the network saw it. */
export interface RequestRecord {
  url: string;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  isScript: boolean;
  /** Bytes that came in answer, none from the browser's own cache: all of them, and those of the body. */
  bytes: number;
  bodyBytes: number;
}

/** A page's requests, as they happen. */
export interface Traffic {
  sent: RequestRecord[];
  /** Milliseconds since anything last happened on the network, streams aside; 0 while anything is under way. */
  idleMs(): number;
}

/** Listens to a page's network. `streamHost` is where the page keeps a request open for as long as it lives. */
export async function recordTraffic(cdp: CDPSession, streamHost: string): Promise<Traffic> {
  const sent: RequestRecord[] = [];
  const underWay = new Map<string, RequestRecord>();
  const bodyLengths = new Map<RequestRecord, number>();
  let last = Date.now();
  const isStream = ({ url }: RequestRecord): boolean => new URL(url).host === streamHost;
  const end = (id: string, bytes?: number): void => {
    const request = underWay.get(id);
    if (request === undefined) return;
    if (bytes !== undefined) {
      request.bytes = bytes;
      request.bodyBytes = Math.min(bytes, bodyLengths.get(request) ?? bytes);
    }
    underWay.delete(id);
    if (!isStream(request)) last = Date.now();
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request, wallTime, type }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    const entry = { url: request.url, at: wallTime * 1000, isScript: type === "Script", bytes: 0, bodyBytes: 0 };
    sent.push(entry);
    underWay.set(requestId, entry);
    if (!isStream(entry)) last = Date.now();
  });
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const entry = underWay.get(requestId);
    if (entry === undefined) return;
    bodyLengths.set(entry, Number(lowerCased(response.headers)["content-length"] ?? Number.POSITIVE_INFINITY));
    entry.isScript ||= response.mimeType.endsWith("javascript");
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  cdp.on("Network.loadingFailed", ({ requestId }) => end(requestId));
  await cdp.send("Network.enable");
  return {
    sent,
    idleMs: () => ([...underWay.values()].every(isStream) ? Date.now() - last : 0),
  };
}

// HTTP/1.1 keeps the case in which a server writes its headers.
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
