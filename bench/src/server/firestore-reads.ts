import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { newRow, type Row } from "../figures/rows.ts";
import { withInstance } from "./instance.ts";
import { type Logbook, listPaths } from "./logbook.ts";

const ROUNDS = 33;

/** Counts the documents that the function reads, and the queries that it makes, for a list while no report changes. */
export async function measureFirestoreReads(logbook: Logbook): Promise<Row[]> {
  const relay = await startRelay(logbook.firestoreHost);
  const functionEnv = { ...logbook.functionEnv, FIRESTORE_EMULATOR_HOST: relay.host };
  const paths = Object.values(listPaths(logbook));
  const sentText = await withInstance({ ...logbook, functionEnv }, async ({ timeList }) => {
    // The first request does not count, because the function then reads the whole board.
    await timeList();
    relay.takeText();
    for (let round = 0; round < ROUNDS; round += 1) for (const path of paths) await timeList(path);
    return relay.takeText();
  });
  relay.close();
  const { reads, queries } = countCalls(sentText);
  const countRow = (figure: string, count: number, unit: string, goal: number): Row =>
    newRow({ figure, reports: logbook.reportCount, value: count / (ROUNDS * paths.length), unit, goal });
  return [
    // The two wanted reads are the caller's member document and the board; the reports come from memory.
    countRow("Firestore reads a view", reads, "reads", 2),
    countRow("Firestore queries a view, nothing changed", queries, "queries", 0),
  ];
}

/**
 * Counts the documents read by name, and the queries, in a text sent to Firestore by REST or gRPC. A document's name
 * contains `/documents/`. A query's target ends with `/documents`; in a read by REST, `:batchGet` follows this word.
 */
export function countCalls(text: string): { reads: number; queries: number } {
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
  return { reads: count(/\/documents\//g), queries: count(/\/documents(?!\/|:batchGet)/g) };
}

/** Starts a relay to Firestore at `host:port` that records what is sent. `takeText` returns the text since its last call. */
async function startRelay(firestoreHost: string) {
  const [hostname, port] = firestoreHost.split(":");
  let text = "";
  const server = createServer((client) => {
    const firestore = connect(Number(port), hostname);
    client.on("data", (bytes) => {
      text += bytes.toString("latin1");
    });
    client.pipe(firestore).pipe(client);
    // An error also closes the connection.
    for (const socket of [client, firestore]) socket.on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeText(): string {
      const textSoFar = text;
      text = "";
      return textSoFar;
    },
    close: (): void => void server.close(),
  };
}
