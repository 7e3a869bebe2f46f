import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A relay between a process and an emulator that can be interrupted. */
export interface Relay {
  /** Where it listens, as an emulator's host is named. */
  host: string;
  /** From now on no answer gets through on the lines that are open. */
  holdBack(): void;
  /** Cuts those lines; new ones work again. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a relay in front of an emulator; `heard` receives the text that clients send. */
export async function startRelay(target: string, heard: (text: string) => void = () => {}): Promise<Relay> {
  const [host, port] = target.split(":");
  const open = new Set<{ ends: Socket[]; held: boolean }>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), host);
    const line = { ends: [client, upstream], held: false };
    open.add(line);
    client.on("data", (data) => {
      heard(data.toString("latin1"));
      upstream.write(data);
    });
    upstream.on("data", (data) => line.held || client.write(data));
    for (const end of line.ends)
      end
        .on("error", () => {})
        .on("close", () => {
          for (const other of line.ends) other.destroy();
          open.delete(line);
        });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (lines: Iterable<{ ends: Socket[] }>) => {
    for (const { ends } of lines) for (const end of ends) end.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdBack() {
      for (const line of open) line.held = true;
    },
    cut: () => cut([...open].filter(({ held }) => held)),
    async stop() {
      cut([...open]);
      server.close();
      await once(server, "close");
    },
  };
}
