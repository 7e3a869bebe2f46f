import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** The handlers of REST and of gRPC calls; the Admin SDK uses gRPC. `forward` passes a gRPC call on unchanged. */
export interface CallHandlers {
  rest(request: http.IncomingMessage, response: http.ServerResponse): void;
  grpc(stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders, forward: () => void): void;
}

// The first bytes of an HTTP/2 connection.
const HTTP2_PREFACE = "PRI * HTTP/2";

/**
 * Starts a server that clients call instead of Firestore at `firestoreHost` (`host:port`). Passes REST calls, which use
 * HTTP/1.1, to `rest` and gRPC calls, which use HTTP/2, to `grpc`; Firestore serves both on one port, too.
 */
export async function listenForFirestore(firestoreHost: string, { rest, grpc }: CallHandlers) {
  // Errors of connections are ignored: they also close the connection.
  const upstream = http2.connect(`http://${firestoreHost}`).on("error", () => {});
  const sockets = new Set<Socket>();
  const restServer = http.createServer(rest);
  const grpcServer = http2.createServer().on("stream", (stream, headers) => {
    stream.on("error", () => {});
    grpc(stream, headers, () => forwardStream(upstream, stream, headers));
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
    socket.once("readable", () => {
      // `read` returns `null` if the client has closed the connection without sending anything.
      const firstBytes = (socket.read() ?? Buffer.alloc(0)) as Buffer;
      // Puts the bytes back, so that the chosen server reads them too.
      socket.unshift(firstBytes);
      const isHttp2 = firstBytes.toString("latin1", 0, HTTP2_PREFACE.length) === HTTP2_PREFACE;
      (isHttp2 ? grpcServer : restServer).emit("connection", socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      upstream.destroy();
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
}

function forwardStream(
  upstream: http2.ClientHttp2Session,
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
): void {
  // The client may have ended the call before the handler called `forward`.
  if (stream.closed) return;
  const upstreamStream = upstream.request(headers);
  stream.on("close", () => upstreamStream.close());
  upstreamStream.on("error", () => stream.close());
  // A gRPC call's status is in the trailers or, if the response has no body (END_STREAM), in its headers.
  let trailers: http2.IncomingHttpHeaders = {};
  upstreamStream.on("response", (responseHeaders, flags) => {
    if (stream.closed) return;
    const endStream = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(responseHeaders, endStream ? { endStream } : { waitForTrailers: true });
  });
  upstreamStream.on("trailers", (receivedTrailers) => {
    trailers = receivedTrailers;
  });
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  stream.pipe(upstreamStream);
  upstreamStream.pipe(stream);
}
