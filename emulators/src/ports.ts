import { createServer } from "node:net";
import { Stop } from "./stop.ts";

/** Firebase's own default ports; with `--port N` all of them move by N − 5000. */
export const DEFAULT_PORTS = {
  hosting: 5000,
  auth: 9099,
  functions: 5001,
  firestore: 8080,
  firestoreWebsocket: 9150,
  storage: 9199,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
  ui: 4000,
} as const;
export type Ports = Record<keyof typeof DEFAULT_PORTS, number>;

/** The ports of a suite whose hosting listens on `hosting`. */
export function portsFrom(hosting: number): Ports {
  const offset = hosting - DEFAULT_PORTS.hosting;
  return mapPorts((port) => port + offset);
}

/** The range that `--port` can have so that every port stays between 1024 and 65535. */
export const PORT_RANGE = {
  min: 1024 + DEFAULT_PORTS.hosting - Math.min(...Object.values(DEFAULT_PORTS)),
  max: 65_535 + DEFAULT_PORTS.hosting - Math.max(...Object.values(DEFAULT_PORTS)),
} as const;

function mapPorts(map: (port: number) => number): Ports {
  return Object.fromEntries(Object.entries(DEFAULT_PORTS).map(([name, port]) => [name, map(port)])) as Ports;
}

/** Throws a `Stop` that names the first port of these that is taken. */
export async function claimPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    throw new Stop(
      `Port ${port} (${name}) is taken, perhaps by another suite. Stop what uses it, or choose other ports with --port N (for example: npm start -- --port ${ports.hosting + 1000}).`,
    );
  }
}

/** A set of ports that are all free now. */
export async function freePorts(): Promise<Ports> {
  for (let hosting = 15_000; hosting < 50_000; hosting += 100 + Math.floor(Math.random() * 100)) {
    const ports = portsFrom(hosting);
    const free = await Promise.all(Object.values(ports).map(isFree));
    if (free.every(Boolean)) return ports;
  }
  throw new Stop("No free ports could be found for the test suite. Please stop some servers on this machine.");
}

async function isFree(port: number): Promise<boolean> {
  return (await listens(port, "127.0.0.1")) && (await listens(port, "::1"));
}

function listens(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    // A machine without IPv6 answers EADDRNOTAVAIL, which takes nothing.
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code !== "EADDRINUSE" && error.code !== "EACCES"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
  });
}
