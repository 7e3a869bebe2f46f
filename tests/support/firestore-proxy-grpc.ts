import http2 from "node:http2";
import { setTimeout as pause } from "node:timers/promises";

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

const UNAVAILABLE = "14";

/** Forwards a gRPC call of the Admin SDK to Firestore; supports only the actions that tests of reads need. */
export async function passStream(
  upstream: http2.ClientHttp2Session,
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  action: ProxyAction,
  lateMs: number,
  onHeld: () => void,
): Promise<void> {
  stream.on("error", () => {});
  if (action === "refuse") {
    const refusal = { "content-type": "application/grpc", "grpc-status": UNAVAILABLE, "grpc-message": "Out of order." };
    stream.respond({ ":status": 200, ...refusal }, { endStream: true });
    return;
  }
  if (action === "hold") return onHeld();
  if (action === "late") await pause(lateMs);
  if (stream.closed) return;

  const onward = upstream.request(headers);
  stream.on("close", () => onward.close());
  onward.on("error", () => stream.close());
  let trailers: http2.IncomingHttpHeaders = {};
  onward.on("response", (answered, flags) => {
    if (stream.closed) return;
    const endStream = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(answered, endStream ? { endStream } : { waitForTrailers: true });
  });
  onward.on("trailers", (given) => {
    trailers = given;
  });
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  stream.pipe(onward);
  onward.pipe(stream);
}
