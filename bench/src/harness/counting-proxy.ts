import { once } from "node:events";
import http from "node:http";
import { listenForFirestore } from "./firestore-proxy.ts";

interface Counts {
  /** Documents read by name. */
  reads: number;
  /** All queries, also those that find nothing. */
  queries: number;
}

/** Starts a proxy that counts Firestore's reads and queries. `takeCounts` returns the counts and resets them to 0. */
export async function startCountingProxy(firestoreHost: string) {
  let counts: Counts = { reads: 0, queries: 0 };
  const record = (method: string, path: string, body: Buffer): void => {
    const { reads, queries } = countsOf(method, path, body);
    counts = { reads: counts.reads + reads, queries: counts.queries + queries };
  };
  const [hostname, port] = firestoreHost.split(":");

  async function forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const body = Buffer.concat(await request.toArray());
    record(method, path, body);
    const forwarded = http.request({ hostname, port, method, path, headers }).end(body);
    const [upstream] = (await once(forwarded, "response")) as [http.IncomingMessage];
    response.writeHead(upstream.statusCode!, upstream.headers);
    upstream.pipe(response);
  }

  const proxy = await listenForFirestore(firestoreHost, {
    rest: (request, response) => void forward(request, response).catch(() => response.destroy()),
    grpc(stream, headers, forwardStream) {
      const body: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => body.push(chunk));
      stream.on("end", () => record("POST", String(headers[":path"]), Buffer.concat(body)));
      forwardStream();
    },
  });
  return {
    ...proxy,
    takeCounts(): Counts {
      const taken = counts;
      counts = { reads: 0, queries: 0 };
      return taken;
    },
  };
}

/** The reads and queries of one call, in gRPC or REST. Only the names of documents contain `/documents/`. */
export function countsOf(method: string, path: string, body: Buffer): Counts {
  const isRead = method === "GET" || /[/:]batchGet(Documents)?$/i.test(path);
  const isQuery = /[/:]run(Aggregation)?Query$/i.test(path);
  return { reads: isRead ? `${path}${body}`.split("/documents/").length - 1 : 0, queries: isQuery ? 1 : 0 };
}
