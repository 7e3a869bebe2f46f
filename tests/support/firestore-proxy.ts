import { once } from "node:events";
import http from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { listenForFirestore } from "./firestore-listener.ts";

/**
 * The proxy's reaction to a call. `pass`: forwards it. `refuse`: answers 503 without Firestore. `late`: delays the
 * response by 5 s. `cut`: closes the connection instead of sending the response. `hold`: never forwards the request.
 * `hold-half`: forwards only half of it. `hold-answer`: never sends the response. `hold-half-answer`: sends half of it.
 */
export type ProxyAction =
  | "pass"
  | "refuse"
  | "late"
  | "cut"
  | "hold"
  | "hold-half"
  | "hold-answer"
  | "hold-half-answer";

/** A call to Firestore: a REST request with its body, or a gRPC request with an empty `body`. */
export interface FirestoreCall {
  kind: "rest" | "grpc";
  method: string;
  path: string;
  body: Buffer;
}

/** Whether a call is a commit in which the API writes a report: of all commits, only these also write the board. */
export function isReportCommit({ path, body }: FirestoreCall): boolean {
  return path.endsWith(":commit") && body.includes("/documents/boards/main");
}

/** A successful commit that wrote a report, with the time in Firestore's response. */
export interface ReportCommit {
  writes: RestWrite[];
  commitTime: string;
}

/** A write of a commit in Firestore's REST API. */
export interface RestWrite {
  update?: { name: string; fields: Record<string, unknown> };
  delete?: string;
  updateMask?: { fieldPaths: string[] };
}

export interface FirestoreProxy {
  /** `host:port`, for `FIRESTORE_EMULATOR_HOST`. */
  host: string;
  /** Sets the function that chooses the action for each call. Before that, all calls pass. */
  intercept(handler: (call: FirestoreCall) => ProxyAction): void;
  /** All report commits so far, in the order of Firestore's responses, even if the caller never got the response. */
  reportCommits: readonly ReportCommit[];
  /** Resolves when the next call is held. */
  waitForHeldCall(): Promise<void>;
  /** Resolves when the proxy handles no REST call any more; held calls and gRPC calls do not count. */
  waitUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

/** Less than the 10 s that the API waits for a response of Firestore. */
const LATE_MS = 5_000;
const REST_REFUSAL = JSON.stringify({ error: { code: 503, message: "Out of order.", status: "UNAVAILABLE" } });
// In gRPC the code of UNAVAILABLE is 14.
const GRPC_REFUSAL = { "content-type": "application/grpc", "grpc-status": "14", "grpc-message": "Out of order." };

/** Starts a proxy on a free port in front of `firestoreHost` (`host:port`). */
export async function startFirestoreProxy(firestoreHost: string): Promise<FirestoreProxy> {
  let actionFor: (call: FirestoreCall) => ProxyAction = () => "pass";
  const reportCommits: ReportCommit[] = [];
  const heldListeners = new Set<() => void>();
  const pendingCalls = new Set<Promise<unknown>>();
  const notifyHeld = (): void => {
    for (const resolve of heldListeners) resolve();
    heldListeners.clear();
  };

  const agent = new http.Agent({ keepAlive: true });
  const halfSentRequests = new Set<http.ClientRequest>();
  const [hostname, port] = firestoreHost.split(":");

  const handleRestCall = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url: path = "", headers } = request;
    const call: FirestoreCall = { kind: "rest", method, path, body };
    const action = actionFor(call);
    if (action === "refuse") {
      response.writeHead(503, { "content-type": "application/json" }).end(REST_REFUSAL);
      return;
    }
    if (action === "hold") return notifyHeld();
    const firestoreRequest = http.request({ agent, hostname, port, method, path, headers });
    if (action === "hold-half") {
      // `close` destroys this request, which then reports an error.
      firestoreRequest.on("error", () => {}).write(firstHalf(body), notifyHeld);
      halfSentRequests.add(firestoreRequest);
      return;
    }
    const [firestoreResponse] = (await once(firestoreRequest.end(body), "response")) as [http.IncomingMessage];
    const responseBody = Buffer.concat(await firestoreResponse.toArray());
    if (isReportCommit(call) && firestoreResponse.statusCode === 200) {
      const { writes } = JSON.parse(body.toString()) as { writes: RestWrite[] };
      const { commitTime } = JSON.parse(responseBody.toString()) as { commitTime: string };
      reportCommits.push({ writes, commitTime });
    }
    await passResponse(firestoreResponse, responseBody, response, action, notifyHeld);
  };

  const proxy = await listenForFirestore(firestoreHost, {
    rest(request, response) {
      // If Firestore closes its connection, close the client's connection too.
      const pendingCall = handleRestCall(request, response).catch(() => response.destroy());
      pendingCalls.add(pendingCall);
      void pendingCall.finally(() => pendingCalls.delete(pendingCall));
    },
    grpc(stream, headers, forward) {
      const action = actionFor({ kind: "grpc", method: "POST", path: String(headers[":path"]), body: Buffer.alloc(0) });
      handleGrpcCall(stream, forward, action, notifyHeld).catch(() => stream.close());
    },
  });
  return {
    host: proxy.host,
    intercept(handler) {
      actionFor = handler;
    },
    reportCommits,
    waitForHeldCall: () => new Promise((resolve) => heldListeners.add(resolve)),
    async waitUntilIdle() {
      while (pendingCalls.size > 0) await Promise.all(pendingCalls);
    },
    async close() {
      for (const request of halfSentRequests) request.destroy();
      agent.destroy();
      await proxy.close();
    },
  };
}

async function passResponse(
  firestoreResponse: http.IncomingMessage,
  responseBody: Buffer,
  response: http.ServerResponse,
  action: ProxyAction,
  onHeld: () => void,
): Promise<void> {
  if (action === "late") await pause(LATE_MS);
  if (action === "cut") response.destroy();
  else if (action === "hold-answer") onHeld();
  else {
    // Firestore may send chunks, but the proxy sends the whole body with its length.
    const { "transfer-encoding": _, ...headers } = firestoreResponse.headers;
    response.writeHead(firestoreResponse.statusCode!, { ...headers, "content-length": responseBody.length });
    if (action === "hold-half-answer") response.write(firstHalf(responseBody), onHeld);
    else response.end(responseBody);
  }
}

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

/** Handles a gRPC call of the Admin SDK. Supports only the actions that tests of reads need. */
async function handleGrpcCall(
  stream: ServerHttp2Stream,
  forward: () => void,
  action: ProxyAction,
  onHeld: () => void,
): Promise<void> {
  if (action === "refuse") {
    stream.respond({ ":status": 200, ...GRPC_REFUSAL }, { endStream: true });
    return;
  }
  if (action === "hold") return onHeld();
  if (action === "late") await pause(LATE_MS);
  forward();
}
