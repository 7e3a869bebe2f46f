import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { listeningSockets, portOwner } from "./port-owner.ts";
import { claimPorts, DEFAULT_PORTS, freePorts, isUnsafe, PORT_RANGE, portsFrom } from "./ports.ts";

describe("ports", () => {
  it("are Firebase's own by default, and all move with the first", () => {
    expect(portsFrom(5000)).toEqual(DEFAULT_PORTS);
    expect(portsFrom(23000)).toMatchObject({
      hosting: 23000,
      auth: 27099,
      functions: 23001,
      firestore: 26080,
      hub: 22400,
    });
  });

  it("stay in range at both ends", () => {
    const all = [PORT_RANGE.min, PORT_RANGE.max].flatMap((port) => Object.values(portsFrom(port)));
    expect(Math.min(...all)).toBe(1024);
    expect(Math.max(...all)).toBe(65_535);
  });

  it("found for tests are free and fit for browsers", async () => {
    const ports = await freePorts();
    await expect(claimPorts(Object.entries(ports), 1)).resolves.toBeUndefined();
    expect(Object.values(ports).some(isUnsafe)).toBe(false);
  });
});

describe("a taken port", () => {
  it("is named, with who has it and the way out", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as { port: number };
    const claim = claimPorts([["hosting", port]], 6000);
    await expect(claim).rejects.toThrow(`Port ${port} (hosting) is taken by`);
    await expect(claim).rejects.toThrow("--port 6000");
    if (process.platform === "linux") expect(portOwner(port)?.pid).toBe(process.pid);
    server.close();
  });

  it("is found in Linux's table by port and state", () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
   1: 0100007F:1388 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4 30 10 -1
   2: 0100007F:1389 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0 0 10 0`;
    expect(listeningSockets(table, 5000)).toEqual(["socket:[4711]"]);
    expect(listeningSockets(table, 80)).toEqual([]);
  });
});
