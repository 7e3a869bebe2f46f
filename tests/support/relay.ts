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

/** Starts a relay in front of an emulator; `onRequest` receives the text that clients send. */
export async function startRelay(target: string, onRequest: (text: string) => void = () => {}): Promise<Relay> {
  const [host, port] = target.split(":");
  const open = new Set<{ ends: Socket[]; isHeld: boolean }>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    const connection = { ends: [client, upstream], isHeld: false };
    open.add(connection);
    client.on("data", (data) => {
      onRequest(data.toString("latin1"));
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!connection.isHeld) client.write(data);
    });
    for (const end of connection.ends)
      end
        .on("error", () => {})
        .on("close", () => {
          for (const other of connection.ends) other.destroy();
          open.delete(connection);
        });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (connections: Iterable<{ ends: Socket[] }>) => {
    for (const { ends } of connections) for (const end of ends) end.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdResponses() {
      for (const connection of open) connection.isHeld = true;
    },
    cut: () => close([...open].filter(({ isHeld }) => isHeld)),
    async stop() {
      close([...open]);
      server.close();
      await once(server, "close");
    },
  };
}
