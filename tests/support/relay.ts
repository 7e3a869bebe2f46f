import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy between a process and an emulator. It can hold responses and cut connections. */
export interface Relay {
  /** `host:port`. */
  host: string;
  /** Stops forwarding responses on all open connections. */
  holdResponses(): void;
  /** Closes the connections whose responses are held; new connections work. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a relay in front of an emulator. `onRequest` is called with each text that a client sends. */
export async function startRelay(target: string, onRequest: (text: string) => void = () => {}): Promise<Relay> {
  const [host, port] = target.split(":");
  const openConnections = new Set<{ sockets: Socket[]; isHeld: boolean }>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    const connection = { sockets: [client, upstream], isHeld: false };
    openConnections.add(connection);
    client.on("data", (data) => {
      // Latin-1 keeps each byte as one character.
      onRequest(data.toString("latin1"));
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!connection.isHeld) client.write(data);
    });
    for (const socket of connection.sockets)
      socket
        // After an error the socket also emits `close`.
        .on("error", () => {})
        .on("close", () => {
          closeConnections([connection]);
          openConnections.delete(connection);
        });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdResponses() {
      for (const connection of openConnections) connection.isHeld = true;
    },
    cut: () => closeConnections([...openConnections].filter(({ isHeld }) => isHeld)),
    async stop() {
      closeConnections([...openConnections]);
      server.close();
      await once(server, "close");
    },
  };
}

function closeConnections(connections: readonly { sockets: Socket[] }[]): void {
  for (const socket of connections.flatMap(({ sockets }) => sockets)) socket.destroy();
}
