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
  const addCounts = (method: string, path: string, body: Buffer): void => {
    const { reads, queries } = countsOf(method, path, body);
    counts = { reads: counts.reads + reads, queries: counts.queries + queries };
  };
  const [hostname, port] = firestoreHost.split(":");

  async function forwardRest(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const body = Buffer.concat(await request.toArray());
    addCounts(method, path, body);
    const firestoreRequest = http.request({ hostname, port, method, path, headers }).end(body);
    const [firestoreResponse] = (await once(firestoreRequest, "response")) as [http.IncomingMessage];
    response.writeHead(firestoreResponse.statusCode!, firestoreResponse.headers);
    firestoreResponse.pipe(response);
  }

  const proxy = await listenForFirestore(firestoreHost, {
    rest: (request, response) => void forwardRest(request, response).catch(() => response.destroy()),
    grpc(stream, headers, forwardStream) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => addCounts("POST", String(headers[":path"]), Buffer.concat(chunks)));
      forwardStream();
    },
  });
  return {
    ...proxy,
    takeCounts(): Counts {
      const countsSoFar = counts;
      counts = { reads: 0, queries: 0 };
      return countsSoFar;
    },
  };
}

/** The reads and queries of one call, in gRPC or REST. */
export function countsOf(method: string, path: string, body: Buffer): Counts {
  const isRead = method === "GET" || /[/:]batchGet(Documents)?$/i.test(path);
  const isQuery = /[/:]run(Aggregation)?Query$/i.test(path);
  // Each document's name contains `/documents/` once, and nothing else contains it.
  const nameCount = `${path}${body}`.split("/documents/").length - 1;
  return { reads: isRead ? nameCount : 0, queries: isQuery ? 1 : 0 };
}
