import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type ProxyAction, passStream } from "./firestore-proxy-grpc.ts";

/** A call of Firestore: by REST, with its body, or by gRPC, of which only the path is known. */
export interface FirestoreCall {
  kind: "rest" | "grpc";
  method: string;
  path: string;
  body: Buffer;
}

/** Whether a call commits the write of a report: only those move the board. */
export function isReportCommit({ path, body }: FirestoreCall): boolean {
  return path.endsWith(":commit") && body.includes("/documents/boards/main");
}

/** A successful commit of a report's write, with the time in Firestore's response. */
export interface Committed {
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
  /** All commits so far in the order of Firestore's responses, even if the caller never got the response. */
  committed: readonly Committed[];
  /** Resolves when the next call is held. */
  nextHeld(): Promise<void>;
  /** Resolves when Firestore has answered every forwarded call. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const PREFACE = "PRI * HTTP/2";
const LATE_MS = 5_000;
const REFUSAL = JSON.stringify({ error: { code: 503, message: "Out of order.", status: "UNAVAILABLE" } });

/** Starts a proxy on a free port in front of `firestoreHost` (`host:port`). */
export async function startFirestoreProxy(firestoreHost: string): Promise<FirestoreProxy> {
  let actionFor: (call: FirestoreCall) => ProxyAction = () => "pass";
  const committed: Committed[] = [];
  const waiting = new Set<() => void>();
  const forwarding = new Set<Promise<unknown>>();
  const noteHeld = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  const agent = new http.Agent({ keepAlive: true });
  const halves = new Set<http.ClientRequest>();

  const passRequest = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url: path = "", headers } = request;
    const call: FirestoreCall = { kind: "rest", method, path, body };
    const action = actionFor(call);
    if (action === "refuse") {
      response.writeHead(503, { "content-type": "application/json" }).end(REFUSAL);
      return;
    }
    if (action === "hold") return noteHeld();
    const [hostname, port] = firestoreHost.split(":");
    const onward = http.request({ agent, hostname, port, method, path, headers });
    if (action === "hold-half") {
      onward.on("error", () => {}).write(body.subarray(0, body.length >> 1), noteHeld);
      halves.add(onward);
      return;
    }
    const answered = once(onward.end(body), "response") as Promise<[http.IncomingMessage]>;
    const [answer] = await answered;
    const bytes = Buffer.concat(await answer.toArray());
    if (isReportCommit(call) && answer.statusCode === 200) {
      const { writes } = JSON.parse(body.toString()) as { writes: RestWrite[] };
      committed.push({ writes, commitTime: (JSON.parse(bytes.toString()) as { commitTime: string }).commitTime });
    }
    if (action === "late") await pause(LATE_MS);
    if (action === "cut") response.destroy();
    else if (action === "hold-answer") noteHeld();
    else {
      const { "transfer-encoding": _, ...heads } = answer.headers;
      response.writeHead(answer.statusCode!, { ...heads, "content-length": bytes.length });
      if (action === "hold-half-answer") response.write(bytes.subarray(0, bytes.length >> 1), noteHeld);
      else response.end(bytes);
    }
  };

  const upstream = http2.connect(`http://${firestoreHost}`).on("error", () => {});
  const sockets = new Set<Socket>();
  const grpc = http2.createServer().on("stream", (stream, headers) => {
    const action = actionFor({ kind: "grpc", method: "POST", path: String(headers[":path"]), body: Buffer.alloc(0) });
    passStream(upstream, stream, headers, action, LATE_MS, noteHeld).catch(() => stream.close());
  });
  const rest = http.createServer((request, response) => {
    // If Firestore closes the connection, close the client's too.
    const passing = passRequest(request, response).catch(() => response.destroy());
    forwarding.add(passing);
    void passing.finally(() => forwarding.delete(passing));
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
    socket.once("readable", () => {
      const first = (socket.read() ?? Buffer.alloc(0)) as Buffer;
      socket.unshift(first);
      (first.toString("latin1", 0, PREFACE.length) === PREFACE ? grpc : rest).emit("connection", socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    intercept(handler) {
      actionFor = handler;
    },
    committed,
    nextHeld: () => new Promise((resolve) => waiting.add(resolve)),
    async settled() {
      while (forwarding.size > 0) await Promise.all(forwarding);
    },
    async close() {
      for (const half of halves) half.destroy();
      agent.destroy();
      upstream.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
