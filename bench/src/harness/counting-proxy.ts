import http from "node:http";
import http2 from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { countField, grpcMessages } from "./grpc.ts";

/** What went over the wire to Firestore. */
export interface Counts {
  /** Documents asked for by name. */
  reads: number;
  /** Queries begun, whatever they found. */
  queries: number;
  /** Commits. */
  commits: number;
}

/** Stands before Firestore, passes everything on and counts it: the Admin SDK's gRPC and the callers' REST alike. */
export interface CountingProxy {
  host: string;
  /** What came since the last time. */
  take(): Counts;
  close(): Promise<void>;
}

const PREFACE = "PRI * HTTP/2";
// The field of BatchGetDocumentsRequest that names a document.
const DOCUMENTS = 2;

export async function startCountingProxy(firestoreHost: string): Promise<CountingProxy> {
  let counts: Counts = { reads: 0, queries: 0, commits: 0 };
  const onGrpc = (path: string, body: Buffer): void => {
    const call = path.slice(path.lastIndexOf("/") + 1);
    if (call === "BatchGetDocuments")
      for (const message of grpcMessages(body)) counts.reads += countField(message, DOCUMENTS);
    else if (call === "RunQuery" || call === "RunAggregationQuery") counts.queries += 1;
    else if (call === "Commit" || call === "BatchWrite") counts.commits += 1;
  };
  const onRest = (method: string, path: string, body: Buffer): void => {
    if (path.endsWith(":commit")) counts.commits += 1;
    else if (path.endsWith(":batchGet"))
      counts.reads += (JSON.parse(body.toString()) as { documents: string[] }).documents.length;
    else if (/:run(Aggregation)?Query$/.test(path)) counts.queries += 1;
    else if (method === "GET") counts.reads += 1;
  };

  const upstream = http2.connect(`http://${firestoreHost}`);
  const sockets = new Set<Socket>();
  const grpc = http2.createServer().on("stream", (stream, headers) => passStream(upstream, stream, headers, onGrpc));
  const rest = http.createServer((request, response) => passRequest(firestoreHost, request, response, onRest));
  const door = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
    socket.once("readable", () => {
      const first = (socket.read() ?? Buffer.alloc(0)) as Buffer;
      socket.unshift(first);
      (first.toString("latin1", 0, PREFACE.length) === PREFACE ? grpc : rest).emit("connection", socket);
    });
  });
  await new Promise<void>((done) => door.listen(0, "127.0.0.1", done));
  return {
    host: `127.0.0.1:${(door.address() as AddressInfo).port}`,
    take() {
      const taken = counts;
      counts = { reads: 0, queries: 0, commits: 0 };
      return taken;
    },
    async close() {
      upstream.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => door.close(done));
    },
  };
}

function passStream(
  upstream: http2.ClientHttp2Session,
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  note: (path: string, body: Buffer) => void,
): void {
  const onward = upstream.request(headers);
  const body: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => body.push(chunk));
  stream.on("end", () => note(String(headers[":path"]), Buffer.concat(body)));
  stream.pipe(onward);
  let trailers: http2.IncomingHttpHeaders = {};
  onward.on("response", (answered, flags) => {
    const endStream = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(answered, endStream ? { endStream } : { waitForTrailers: true });
  });
  onward.on("trailers", (given) => {
    trailers = given;
  });
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  onward.pipe(stream);
  stream.on("error", () => onward.close());
  onward.on("error", () => stream.close());
}

function passRequest(
  firestoreHost: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  note: (method: string, path: string, body: Buffer) => void,
): void {
  const body: Buffer[] = [];
  request.on("data", (chunk: Buffer) => body.push(chunk));
  request.on("end", () => note(request.method!, request.url!, Buffer.concat(body)));
  const [hostname, port] = firestoreHost.split(":");
  const { method, url: path, headers } = request;
  const onward = http.request({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}
