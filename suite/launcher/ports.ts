import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { CommandError } from "../command-line/command.ts";
import { lockHolder, tryLock } from "../command-line/lock.mjs";
import { portOwner } from "../machine/processes.ts";
import { runFolder } from "./running-suites.ts";

/** The project of local suites, also in `.firebaserc`. Firebase's tools call no Google service for such a name. */
export const LOCAL_PROJECT = "demo-logbook";

/** Firebase's own default ports, also in firebase.json. With `--port N` all of them move by N − 5000. */
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

/** The ports of a suite whose hosting listens on `hostingPort`. */
export function portsFrom(hostingPort: number): Ports {
  const offset = hostingPort - DEFAULT_PORTS.hosting;
  return Object.fromEntries(Object.entries(DEFAULT_PORTS).map(([name, port]) => [name, port + offset])) as Ports;
}

/** The range of `--port` in which every port stays between 1024 and 65535. */
export const PORT_RANGE = {
  min: 1024 + DEFAULT_PORTS.hosting - Math.min(...Object.values(DEFAULT_PORTS)),
  max: 65_535 + DEFAULT_PORTS.hosting - Math.max(...Object.values(DEFAULT_PORTS)),
} as const;

/** Ports that browsers refuse to open (the Fetch standard's bad ports). Ports that no suite can have are left out. */
const UNSAFE_PORTS = new Set([1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080]);

export function isUnsafe(port: number): boolean {
  return UNSAFE_PORTS.has(port) || (port >= 6665 && port <= 6669);
}

/** Parses `--port`. Throws a `CommandError` if a port that moves with it would be out of range. */
export function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORTS.hosting;
  const port = Number(text);
  const isInRange = /^\d+$/.test(text) && port >= PORT_RANGE.min && port <= PORT_RANGE.max;
  if (!isInRange)
    throw new CommandError(
      `--port takes a number from ${PORT_RANGE.min} to ${PORT_RANGE.max}, so that the ports beside it fit too.`,
    );
  return port;
}

/** Lists the ports that a start needs if the page is on the port `hostingPort`, each with its name. */
type ListNeededPorts = (hostingPort: number) => [name: string, port: number][];

/**
 * Locks the page's port and the ports that move with it for this process, and returns the function that releases them.
 * Throws a `CommandError` with the first port that is not available, the reason, and a `--port` that is available.
 */
export async function claimPorts(hostingPort: number, listNeededPorts: ListNeededPorts): Promise<() => void> {
  const createPortError = async (reason: string, advice: string): Promise<CommandError> =>
    new CommandError(
      `${reason} ${advice}, for example with --port ${await findUsablePort(portsAfter(hostingPort), listNeededPorts)}.`,
    );
  const [service, unsafePort] = listNeededPorts(hostingPort).find(([, port]) => isUnsafe(port)) ?? [];
  if (unsafePort !== undefined)
    throw await createPortError(
      `--port ${hostingPort} would need port ${unsafePort} (${service}), which browsers refuse to open.`,
      "Choose another",
    );
  // The emulators listen only some seconds later. Without the lock, another start would find the ports free until then.
  const release = tryLock(lockFile(hostingPort));
  if (release === null)
    throw await createPortError(
      `Port ${hostingPort} (hosting) is taken: a suite of this checkout is being started or runs there (process ${lockHolder(lockFile(hostingPort))?.pid}).`,
      TAKEN_ADVICE,
    );
  for (const [name, port] of listNeededPorts(hostingPort)) {
    if (await isFree(port)) continue;
    release();
    const owner = portOwner(port);
    const ownerText = owner === null ? "another program" : `process ${owner.pid} (${owner.command.slice(0, 60)})`;
    throw await createPortError(`Port ${port} (${name}) is taken by ${ownerText}.`, TAKEN_ADVICE);
  }
  return release;
}

const TAKEN_ADVICE = "Stop that, or choose other ports";

const lockFile = (hostingPort: number): string => `${runFolder(hostingPort)}.lock`;

/** Values for `--port`, in steps of 100: from 1,000 above `hostingPort` to the highest, then from the lowest on. */
function* portsAfter(hostingPort: number): Iterable<number> {
  const { min, max } = PORT_RANGE;
  const portCount = max - min + 1;
  for (let step = 1000; step < portCount; step += 100) yield min + ((hostingPort - min + step) % portCount);
}

// Systems use ports from 32768 for outgoing connections, which could take a port between the check and its use.
const FIRST_OUTGOING_PORT = 32_768;
// Far above the default ports, so that these stay free for `npm start`.
const MIN_HOSTING_PORT = 15_000;
const MAX_HOSTING_PORT = FIRST_OUTGOING_PORT - 1 + DEFAULT_PORTS.hosting - Math.max(...Object.values(DEFAULT_PORTS));

function* randomPorts(): Iterable<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) yield randomInt(MIN_HOSTING_PORT, MAX_HOSTING_PORT);
}

/** Finds the first candidate for the page's port whose needed ports are all free now and accepted by browsers. */
async function findUsablePort(candidates: Iterable<number>, listNeededPorts: ListNeededPorts): Promise<number> {
  for (const candidate of candidates) {
    const ports = listNeededPorts(candidate).map(([, port]) => port);
    if ([...Object.values(portsFrom(candidate)), ...ports].some(isUnsafe)) continue;
    if (lockHolder(lockFile(candidate)) !== null) continue;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return candidate;
  }
  throw new CommandError("No free ports could be found. Please stop some servers on this machine.");
}

/** Finds ports that are all free now. They are random, because other commands may look for ports at the same time. */
export async function findFreePorts(): Promise<Ports> {
  return portsFrom(await findUsablePort(randomPorts(), (hostingPort) => Object.entries(portsFrom(hostingPort))));
}

export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, "::1"));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Without IPv6 the error is EADDRNOTAVAIL. Then no program listens on the port.
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES"),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
