import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { passStream, type Treatment } from "./firestore-proxy-grpc.ts";

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

const PREFACE = "PRI * HTTP/2";
const LATE_MS = 5_000;
const REFUSAL = JSON.stringify({ error: { code: 503, message: "Out of order.", status: "UNAVAILABLE" } });

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

  const passRequest = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url: path = "", headers } = request;
    const asked: FirestoreCall = { kind: "rest", method, path, body };
    const treatment = treat(asked);
    if (treatment === "refuse") {
      response.writeHead(503, { "content-type": "application/json" }).end(REFUSAL);
      return;
    }
    if (treatment === "hold") return noteHeld();
    const [hostname, port] = firestoreHost.split(":");
    const onward = http.request({ agent, hostname, port, method, path, headers });
    if (treatment === "hold-half") {
      onward.on("error", () => {}).write(body.subarray(0, body.length >> 1), noteHeld);
      halves.add(onward);
      return;
    }
    const answered = once(onward.end(body), "response") as Promise<[http.IncomingMessage]>;
    const [answer] = await answered;
    const bytes = Buffer.concat(await answer.toArray());
    if (isReportCommit(asked) && answer.statusCode === 200) {
      const { writes } = JSON.parse(body.toString()) as { writes: RestWrite[] };
      committed.push({ writes, commitTime: (JSON.parse(bytes.toString()) as { commitTime: string }).commitTime });
    }
    if (treatment === "late") await pause(LATE_MS);
    if (treatment === "cut") response.destroy();
    else if (treatment === "hold-answer") noteHeld();
    else {
      const { "transfer-encoding": _, ...heads } = answer.headers;
      response.writeHead(answer.statusCode!, { ...heads, "content-length": bytes.length });
      if (treatment === "hold-half-answer") response.write(bytes.subarray(0, bytes.length >> 1), noteHeld);
      else response.end(bytes);
    }
  };

  const upstream = http2.connect(`http://${firestoreHost}`).on("error", () => {});
  const sockets = new Set<Socket>();
  const grpc = http2.createServer().on("stream", (stream, headers) => {
    const treatment = treat({ kind: "grpc", method: "POST", path: String(headers[":path"]), body: Buffer.alloc(0) });
    passStream(upstream, stream, headers, treatment, LATE_MS, noteHeld).catch(() => stream.close());
  });
  const rest = http.createServer((request, response) => {
    // Where Firestore closes the connection, so do we.
    const passing = passRequest(request, response).catch(() => response.destroy());
    underWay.add(passing);
    void passing.finally(() => underWay.delete(passing));
  });
  const door = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
    socket.once("readable", () => {
      const first = (socket.read() ?? Buffer.alloc(0)) as Buffer;
      socket.unshift(first);
      (first.toString("latin1", 0, PREFACE.length) === PREFACE ? grpc : rest).emit("connection", socket);
    });
  });
  await once(door.listen(0, "127.0.0.1"), "listening");

  return {
    host: `127.0.0.1:${(door.address() as AddressInfo).port}`,
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
      upstream.destroy();
      for (const socket of sockets) socket.destroy();
      door.close();
      await once(door, "close");
    },
  };
}
