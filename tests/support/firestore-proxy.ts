import { once } from "node:events";
import http from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { listenForFirestore } from "../../bench/src/harness/firestore-proxy.ts";

/**
 * `refuse`: 503 without asking Firestore. `late`: the response is delayed by 5 s. `cut`: the connection is closed after
 * Firestore's response. `hold…`: the request or response, or its second half, is never sent.
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

/** Whether a call is a commit in which the API writes a report: only these commits also write the board. */
export function isReportCommit({ path, body }: FirestoreCall): boolean {
  return path.endsWith(":commit") && body.includes("/documents/boards/main");
}

/** A successful commit that wrote a report, with the time in Firestore's response. */
export interface ReportCommit {
  writes: RestWrite[];
  commitTime: string;
}

export interface RestWrite {
  update?: { name: string; fields: Record<string, unknown> };
  delete?: string;
  updateMask?: { fieldPaths: string[] };
}

export interface FirestoreProxy {
  /** `host:port`, for `FIRESTORE_EMULATOR_HOST`. */
  host: string;
  /** Sets the handler that chooses the action for each call; at first all calls pass. */
  intercept(handler: (call: FirestoreCall) => ProxyAction): void;
  /** All commits so far, in the order of Firestore's responses; also those whose response the caller never got. */
  committed: readonly ReportCommit[];
  /** Resolves when the next call is held. */
  nextHeld(): Promise<void>;
  /** Resolves when Firestore has answered every forwarded call. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const LATE_MS = 5_000;
const REST_REFUSAL = JSON.stringify({ error: { code: 503, message: "Out of order.", status: "UNAVAILABLE" } });
const GRPC_REFUSAL = { "content-type": "application/grpc", "grpc-status": "14", "grpc-message": "Out of order." };

/** Starts a proxy on a free port in front of `firestoreHost` (`host:port`). */
export async function startFirestoreProxy(firestoreHost: string): Promise<FirestoreProxy> {
  let actionFor: (call: FirestoreCall) => ProxyAction = () => "pass";
  const committed: ReportCommit[] = [];
  const heldListeners = new Set<() => void>();
  const forwarding = new Set<Promise<unknown>>();
  const notifyHeld = (): void => {
    for (const resolve of heldListeners) resolve();
    heldListeners.clear();
  };

  const agent = new http.Agent({ keepAlive: true });
  const halfSentRequests = new Set<http.ClientRequest>();
  const [hostname, port] = firestoreHost.split(":");

  const passRequest = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url: path = "", headers } = request;
    const call: FirestoreCall = { kind: "rest", method, path, body };
    const action = actionFor(call);
    if (action === "refuse") {
      response.writeHead(503, { "content-type": "application/json" }).end(REST_REFUSAL);
      return;
    }
    if (action === "hold") return notifyHeld();
    const forwarded = http.request({ agent, hostname, port, method, path, headers });
    if (action === "hold-half") {
      forwarded.on("error", () => {}).write(body.subarray(0, body.length >> 1), notifyHeld);
      halfSentRequests.add(forwarded);
      return;
    }
    const [answer] = (await once(forwarded.end(body), "response")) as [http.IncomingMessage];
    const bytes = Buffer.concat(await answer.toArray());
    if (isReportCommit(call) && answer.statusCode === 200) {
      const { writes } = JSON.parse(body.toString()) as { writes: RestWrite[] };
      committed.push({ writes, commitTime: (JSON.parse(bytes.toString()) as { commitTime: string }).commitTime });
    }
    await passResponse(answer, bytes, response, action, notifyHeld);
  };

  const proxy = await listenForFirestore(firestoreHost, {
    rest(request, response) {
      // If Firestore closes the connection, close the client's too.
      const passing = passRequest(request, response).catch(() => response.destroy());
      forwarding.add(passing);
      void passing.finally(() => forwarding.delete(passing));
    },
    grpc(stream, headers, forward) {
      const action = actionFor({ kind: "grpc", method: "POST", path: String(headers[":path"]), body: Buffer.alloc(0) });
      passStream(stream, forward, action, notifyHeld).catch(() => stream.close());
    },
  });
  return {
    host: proxy.host,
    intercept(handler) {
      actionFor = handler;
    },
    committed,
    nextHeld: () => new Promise((resolve) => heldListeners.add(resolve)),
    async settled() {
      while (forwarding.size > 0) await Promise.all(forwarding);
    },
    async close() {
      for (const half of halfSentRequests) half.destroy();
      agent.destroy();
      await proxy.close();
    },
  };
}

async function passResponse(
  answer: http.IncomingMessage,
  bytes: Buffer,
  response: http.ServerResponse,
  action: ProxyAction,
  onHeld: () => void,
): Promise<void> {
  if (action === "late") await pause(LATE_MS);
  if (action === "cut") response.destroy();
  else if (action === "hold-answer") onHeld();
  else {
    const { "transfer-encoding": _, ...heads } = answer.headers;
    response.writeHead(answer.statusCode!, { ...heads, "content-length": bytes.length });
    if (action === "hold-half-answer") response.write(bytes.subarray(0, bytes.length >> 1), onHeld);
    else response.end(bytes);
  }
}

/** Forwards a gRPC call of the Admin SDK to Firestore; supports only the actions that tests of reads need. */
async function passStream(
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
