import http from "node:http";
import http2 from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { countField, grpcMessages } from "./grpc.ts";

/** Numbers of operations sent to Firestore. */
export interface Counts {
  /** Documents read by name. */
  reads: number;
  /** Queries, whatever they found. */
  queries: number;
  commits: number;
}

/** A proxy in front of Firestore that counts operations, in gRPC (the Admin SDK) and in REST. */
export interface CountingProxy {
  host: string;
  /** Returns the numbers since the last call. */
  takeCounts(): Counts;
  close(): Promise<void>;
}

// The first bytes of an HTTP/2 connection.
const HTTP2_PREFACE = "PRI * HTTP/2";
// The number of the field `documents` in BatchGetDocumentsRequest.
const DOCUMENTS_FIELD = 2;

/** Starts a proxy in front of Firestore at this `host:port`. */
export async function startCountingProxy(firestoreHost: string): Promise<CountingProxy> {
  let counts: Counts = { reads: 0, queries: 0, commits: 0 };
  const countGrpc = (path: string, body: Buffer): void => {
    const call = path.slice(path.lastIndexOf("/") + 1);
    if (call === "BatchGetDocuments")
      for (const message of grpcMessages(body)) counts.reads += countField(message, DOCUMENTS_FIELD);
    else if (call === "RunQuery" || call === "RunAggregationQuery") counts.queries += 1;
    else if (call === "Commit" || call === "BatchWrite") counts.commits += 1;
  };
  const countRest = (method: string, path: string, body: Buffer): void => {
    if (path.endsWith(":commit")) counts.commits += 1;
    else if (path.endsWith(":batchGet"))
      counts.reads += (JSON.parse(body.toString()) as { documents: string[] }).documents.length;
    else if (/:run(Aggregation)?Query$/.test(path)) counts.queries += 1;
    else if (method === "GET") counts.reads += 1;
  };

  const upstream = http2.connect(`http://${firestoreHost}`);
  const sockets = new Set<Socket>();
  const grpc = http2
    .createServer()
    .on("stream", (stream, headers) => forwardStream(upstream, stream, headers, countGrpc));
  const rest = http.createServer((request, response) => forwardRequest(firestoreHost, request, response, countRest));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
    socket.once("readable", () => {
      const first = (socket.read() ?? Buffer.alloc(0)) as Buffer;
      socket.unshift(first);
      (first.toString("latin1", 0, HTTP2_PREFACE.length) === HTTP2_PREFACE ? grpc : rest).emit("connection", socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCounts() {
      const taken = counts;
      counts = { reads: 0, queries: 0, commits: 0 };
      return taken;
    },
    async close() {
      upstream.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwardStream(
  upstream: http2.ClientHttp2Session,
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  record: (path: string, body: Buffer) => void,
): void {
  const forwarded = upstream.request(headers);
  const body: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => body.push(chunk));
  stream.on("end", () => record(String(headers[":path"]), Buffer.concat(body)));
  stream.pipe(forwarded);
  let trailers: http2.IncomingHttpHeaders = {};
  forwarded.on("response", (responseHeaders, flags) => {
    const endStream = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(responseHeaders, endStream ? { endStream } : { waitForTrailers: true });
  });
  forwarded.on("trailers", (received) => {
    trailers = received;
  });
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  forwarded.pipe(stream);
  stream.on("error", () => forwarded.close());
  forwarded.on("error", () => stream.close());
}

function forwardRequest(
  firestoreHost: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  record: (method: string, path: string, body: Buffer) => void,
): void {
  const body: Buffer[] = [];
  request.on("data", (chunk: Buffer) => body.push(chunk));
  request.on("end", () => record(request.method!, request.url!, Buffer.concat(body)));
  const [hostname, port] = firestoreHost.split(":");
  const { method, url: path, headers } = request;
  const forwarded = http.request({ hostname, port, method, path, headers }, (incoming) => {
    response.writeHead(incoming.statusCode!, incoming.headers);
    incoming.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  request.pipe(forwarded);
}
