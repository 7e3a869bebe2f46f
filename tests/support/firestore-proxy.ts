import { once } from "node:events";
import http from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { listenForFirestore } from "../../bench/src/harness/firestore-proxy.ts";

/**
 * The treatment of a call on its way to Firestore. `pass` it; `refuse` it with 503 without Firestore knowing; answer it
 * `late`, by 5 s; `cut` the connection once Firestore has done it; or hold it for good: `hold` before Firestore hears of
 * it, `hold-half` when half of it has arrived, `hold-answer` when it is done, `hold-half-answer` when half of the answer
 * is on its way back.
 */
export type Treatment = "pass" | "refuse" | "late" | "cut" | "hold" | "hold-half" | "hold-answer" | "hold-half-answer";

/** A call for Firestore: REST, with its whole body, or gRPC, of which only the method's path is looked at. */
export interface FirestoreCall {
  kind: "rest" | "grpc";
  method: string;
  path: string;
  body: Buffer;
}

/** Whether a call is the commit of a report's write, and not of a counter: those move the board. */
export function isReportCommit({ path, body }: FirestoreCall): boolean {
  return path.endsWith(":commit") && body.includes("/documents/boards/main");
}

/** A commit of a report's write that Firestore did: the writes as they were sent, and the answer's commit time. */
export interface Committed {
  writes: RestWrite[];
  commitTime: string;
}

/** The parts of a write that tests look at. */
export interface RestWrite {
  update?: { name: string; fields: Record<string, unknown> };
  delete?: string;
  updateMask?: { fieldPaths: string[] };
}

/** Stands before Firestore and passes on, or does not, what the functions ask of it. */
export interface FirestoreProxy {
  /** `host:port`, for `FIRESTORE_EMULATOR_HOST`. */
  host: string;
  /** Decides on each call from now on; at first all pass. */
  treat(by: (call: FirestoreCall) => Treatment): void;
  /** The changes that Firestore has made to reports so far, in the order of its answers, whether or not the caller got the response. */
  committed: readonly Committed[];
  /** Resolves when a call is held from now on. */
  nextHeld(): Promise<void>;
  /** Resolves when Firestore has answered every call that was passed to it. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const LATE_MS = 5_000;
const REST_REFUSAL = JSON.stringify({ error: { code: 503, message: "Out of order.", status: "UNAVAILABLE" } });
const GRPC_REFUSAL = { "content-type": "application/grpc", "grpc-status": "14", "grpc-message": "Out of order." };

/** Starts one on a free port, before the Firestore at `firestoreHost` (`host:port`). */
export async function startFirestoreProxy(firestoreHost: string): Promise<FirestoreProxy> {
  let treat: (call: FirestoreCall) => Treatment = () => "pass";
  const committed: Committed[] = [];
  const waiting = new Set<() => void>();
  const underWay = new Set<Promise<unknown>>();
  const noteHeld = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  const agent = new http.Agent({ keepAlive: true });
  const halves = new Set<http.ClientRequest>();
  const [hostname, port] = firestoreHost.split(":");

  const passRequest = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url: path = "", headers } = request;
    const asked: FirestoreCall = { kind: "rest", method, path, body };
    const treatment = treat(asked);
    if (treatment === "refuse") {
      response.writeHead(503, { "content-type": "application/json" }).end(REST_REFUSAL);
      return;
    }
    if (treatment === "hold") return noteHeld();
    const onward = http.request({ agent, hostname, port, method, path, headers });
    if (treatment === "hold-half") {
      onward.on("error", () => {}).write(body.subarray(0, body.length >> 1), noteHeld);
      halves.add(onward);
      return;
    }
    const [answer] = (await once(onward.end(body), "response")) as [http.IncomingMessage];
    const bytes = Buffer.concat(await answer.toArray());
    if (isReportCommit(asked) && answer.statusCode === 200) {
      const { writes } = JSON.parse(body.toString()) as { writes: RestWrite[] };
      committed.push({ writes, commitTime: (JSON.parse(bytes.toString()) as { commitTime: string }).commitTime });
    }
    await passAnswer(answer, bytes, response, treatment, noteHeld);
  };

  const proxy = await listenForFirestore(firestoreHost, {
    rest(request, response) {
      // Where Firestore closes the connection, so do we.
      const passing = passRequest(request, response).catch(() => response.destroy());
      underWay.add(passing);
      void passing.finally(() => underWay.delete(passing));
    },
    grpc(stream, headers, forward) {
      const treatment = treat({ kind: "grpc", method: "POST", path: String(headers[":path"]), body: Buffer.alloc(0) });
      passStream(stream, forward, treatment, noteHeld).catch(() => stream.close());
    },
  });
  return {
    host: proxy.host,
    treat(by) {
      treat = by;
    },
    committed,
    nextHeld: () => new Promise((resolve) => waiting.add(resolve)),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      for (const half of halves) half.destroy();
      agent.destroy();
      await proxy.close();
    },
  };
}

async function passAnswer(
  answer: http.IncomingMessage,
  bytes: Buffer,
  response: http.ServerResponse,
  treatment: Treatment,
  onHeld: () => void,
): Promise<void> {
  if (treatment === "late") await pause(LATE_MS);
  if (treatment === "cut") response.destroy();
  else if (treatment === "hold-answer") onHeld();
  else {
    const { "transfer-encoding": _, ...heads } = answer.headers;
    response.writeHead(answer.statusCode!, { ...heads, "content-length": bytes.length });
    if (treatment === "hold-half-answer") response.write(bytes.subarray(0, bytes.length >> 1), onHeld);
    else response.end(bytes);
  }
}

/** Passes a gRPC call of the Admin SDK on to Firestore, or does with it what `treatment` says, as far as reads go. */
async function passStream(
  stream: ServerHttp2Stream,
  forward: () => void,
  treatment: Treatment,
  onHeld: () => void,
): Promise<void> {
  if (treatment === "refuse") {
    stream.respond({ ":status": 200, ...GRPC_REFUSAL }, { endStream: true });
    return;
  }
  if (treatment === "hold") return onHeld();
  if (treatment === "late") await pause(LATE_MS);
  forward();
}
