import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { listeningSockets, portOwner } from "../machine/processes.ts";
import { claimPorts, DEFAULT_PORTS, findFreePorts, isUnsafe, PORT_RANGE, portsFrom } from "./ports.ts";

const listEmulatorPorts = (hosting: number) => Object.entries(portsFrom(hosting));

describe("ports", () => {
  it("are Firebase's own by default, and all move with the page's port", () => {
    expect(portsFrom(5000)).toEqual(DEFAULT_PORTS);
    expect(portsFrom(23000)).toMatchObject({
      hosting: 23000,
      auth: 27099,
      functions: 23001,
      firestore: 26080,
      hub: 22400,
    });
  });

  it("are from 1024 to 65535 at both ends of the range of --port", () => {
    const allPorts = [PORT_RANGE.min, PORT_RANGE.max].flatMap((port) => Object.values(portsFrom(port)));
    expect(Math.min(...allPorts)).toBe(1024);
    expect(Math.max(...allPorts)).toBe(65_535);
  });

  it("found for tests are free, and browsers open them", async () => {
    const ports = await findFreePorts();
    // claimPorts() throws if a port is not free.
    const release = await claimPorts(ports.hosting, listEmulatorPorts);
    release();
    expect(Object.values(ports).some(isUnsafe)).toBe(false);
  });

  it("found for tests are below the ports that systems use for outgoing connections", async () => {
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(Math.max(...Object.values(await findFreePorts()))).toBeLessThan(32_768);
  });

  it("can be claimed by one command only, even before anything listens on them", async () => {
    const { hosting } = await findFreePorts();
    const release = await claimPorts(hosting, listEmulatorPorts);
    await expect(claimPorts(hosting, listEmulatorPorts)).rejects.toThrow(
      `Port ${hosting} (hosting) is taken: a suite of this checkout is being started or runs there (process ${process.pid}).`,
    );
    release();
    const releaseAgain = await claimPorts(hosting, listEmulatorPorts);
    releaseAgain();
  });

  it("are refused if browsers refuse to open one of them, Vite's port included", async () => {
    await expect(claimPorts(6000, listEmulatorPorts)).rejects.toThrow("--port 6000 would need port 6000 (hosting)");
    await expect(claimPorts(5881, listEmulatorPorts)).rejects.toThrow("--port 5881 would need port 10080 (storage)");
    const { hosting } = await findFreePorts();
    // Vite gets port 6000 with this page port only, so that the error can suggest another --port.
    const listVitePort = (pagePort: number): [string, number][] => [["Vite", pagePort === hosting ? 6000 : pagePort]];
    await expect(claimPorts(hosting, listVitePort)).rejects.toThrow(
      `--port ${hosting} would need port 6000 (Vite), which browsers refuse to open.`,
    );
  });
});

describe("a taken port", () => {
  it("is named in the error, with its process and a free --port", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port: takenPort } = server.address() as { port: number };
    const claim = claimPorts(takenPort, listEmulatorPorts);
    await expect(claim).rejects.toThrow(`Port ${takenPort} (hosting) is taken by`);
    await expect(claim).rejects.toThrow("for example with --port ");
    if (process.platform === "linux") expect(portOwner(takenPort)?.pid).toBe(process.pid);
    server.close();
  });

  it("is reported with another --port that is free, unclaimed and not refused by browsers", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port: takenPort } = server.address() as { port: number };
    // The candidates after 5000 are 6000, 6100, 6200 and so on. Browsers refuse 6000 (all emulator ports of a candidate are
    // checked, not only the needed ones), 6100 needs the taken port, and another command has claimed 6200.
    const listNeededPorts = (hosting: number): [string, number][] => [
      ["page", hosting === 5000 || hosting === 6100 ? takenPort : hosting + 20_000],
    ];
    const release = await claimPorts(6200, listNeededPorts);
    const claim = claimPorts(5000, listNeededPorts);
    await expect(claim).rejects.toThrow("with --port 6300.");
    expect(Object.values(portsFrom(6300)).some(isUnsafe)).toBe(false);
    release();
    server.close();
  });

  it("is found in Linux's table of sockets by port and state", () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
   1: 0100007F:1388 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4 30 10 -1
   2: 0100007F:1389 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0 0 10 0`;
    expect(listeningSockets(table, 5000)).toEqual(["socket:[4711]"]);
    expect(listeningSockets(table, 80)).toEqual([]);
  });
});
