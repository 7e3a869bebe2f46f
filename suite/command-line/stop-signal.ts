import { Socket } from "node:net";

/** Whether the person asked for the end, by Ctrl-C or another signal. */
export interface Asked {
  promise: Promise<"asked">;
  yet(): boolean;
}

/**
 * From now on the first signal asks for the end; further ones are ignored, since an orderly end is under way and Ctrl-C
 * comes more than once: from the terminal, from npm and from run.mjs. The end of run.mjs itself counts as a signal.
 */
export function onFirstSignal(): Asked {
  let came = false;
  const promise = new Promise<"asked">((done) => {
    const ask = () => {
      came = true;
      done("asked");
    };
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
    // Whoever read our output may be gone; that must not keep us from saving.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
    const lifeline = Number(process.env.LOGBOOK_LIFELINE);
    // The channel is this process's own; its children have no such file descriptor.
    delete process.env.LOGBOOK_LIFELINE;
    if (lifeline > 0)
      new Socket({ fd: lifeline, readable: true })
        .on("close", ask)
        .on("error", () => {})
        .resume()
        .unref();
  });
  return { promise, yet: () => came };
}
