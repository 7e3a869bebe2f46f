import { spawn } from "node:child_process";
import { once } from "node:events";
import { CommandError } from "../command-line/command.ts";
import { inRoot } from "../command-line/paths.ts";
import { sendSignal, waitUntil } from "../machine/processes.ts";
import { DEFAULT_PORTS, type Ports } from "./ports.ts";
import { isAnswering } from "./readiness.ts";
import type { Suite } from "./suite.ts";
import { localPageConfig } from "./suite-config.ts";

const DEFAULT_VITE_PORT = 5173;
const READY_TIMEOUT_MS = 60_000;

/** Vite's port: as far from its default as the suite's ports are from theirs. */
export function vitePort(ports: Ports): number {
  return DEFAULT_VITE_PORT + ports.hosting - DEFAULT_PORTS.hosting;
}

/** Starts Vite's server with hot reload. The page uses the suite's emulators, and `/api` goes to its hosting. */
export async function startVite({ projectId, ports, url: apiUrl }: Suite) {
  const port = vitePort(ports);
  const url = `http://127.0.0.1:${port}`;
  const vite = inRoot("node_modules", "vite", "bin", "vite.js");
  const child = spawn(
    process.execPath,
    [vite, "--host", "127.0.0.1", "--port", String(port), "--strictPort", "--clearScreen", "false"],
    {
      cwd: inRoot("web"),
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        LOGBOOK_API: apiUrl,
        LOGBOOK_FIREBASE_CONFIG: JSON.stringify(localPageConfig(projectId, ports)),
      },
    },
  );
  let hasEnded = false;
  const ended = once(child, "close").then(() => {
    hasEnded = true;
    return "Vite ended" as const;
  });
  const close = async () => {
    if (!hasEnded) sendSignal(child.pid!, "SIGTERM");
    await waitUntil(() => hasEnded, 5_000);
  };
  const isReady = await waitUntil(async () => hasEnded || (await isAnswering(url)), READY_TIMEOUT_MS);
  if (!isReady || hasEnded) {
    await close();
    throw new CommandError("Vite's server did not start; its output is above.");
  }
  return { url, ended, close };
}
