import http2 from "node:http2";
import { setTimeout as pause } from "node:timers/promises";

/**
 * The treatment of a call on its way to Firestore. `pass` it; `refuse` it with 503 without Firestore knowing; answer it
 * `late`, by 5 s; `cut` the connection once Firestore has done it; or hold it for good: `hold` before Firestore hears of
 * it, `hold-half` when half of it has arrived, `hold-answer` when it is done, `hold-half-answer` when half of the answer
 * is on its way back.
 */
export type Treatment = "pass" | "refuse" | "late" | "cut" | "hold" | "hold-half" | "hold-answer" | "hold-half-answer";

const UNAVAILABLE = "14";

/** Passes a gRPC call of the Admin SDK on to Firestore, or does with it what `treatment` says, as far as reads go. */
export async function passStream(
  upstream: http2.ClientHttp2Session,
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  treatment: Treatment,
  lateMs: number,
  onHeld: () => void,
): Promise<void> {
  stream.on("error", () => {});
  if (treatment === "refuse") {
    const refusal = { "content-type": "application/grpc", "grpc-status": UNAVAILABLE, "grpc-message": "Out of order." };
    stream.respond({ ":status": 200, ...refusal }, { endStream: true });
    return;
  }
  if (treatment === "hold") return onHeld();
  if (treatment === "late") await pause(lateMs);
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
