import { once } from "node:events";
import { Socket } from "node:net";

/**
 * Returns a signal that aborts when this command is told to end: by SIGINT (Ctrl-C), SIGTERM or SIGHUP, or by the end of
 * run.mjs. Later signals change nothing, because one Ctrl-C arrives from the terminal, from npm and from run.mjs.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  // If the program that reads the output has ended, writing fails. Without a listener, that error would end this command.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // The pipe from run.mjs closes when run.mjs ends, also if run.mjs is killed.
  const parentPipe = Number(process.env.LOGBOOK_PARENT_PIPE);
  // Child processes must not read this variable: they do not have the file descriptor.
  delete process.env.LOGBOOK_PARENT_PIPE;
  // Without run.mjs there is no variable, so the number is NaN.
  if (parentPipe > 0)
    new Socket({ fd: parentPipe, readable: true })
      .on("close", stop)
      // "close" follows an error, too.
      .on("error", () => {})
      .resume()
      .unref();
  return controller.signal;
}

export async function whenAborted(signal: AbortSignal): Promise<"aborted"> {
  if (!signal.aborted) await once(signal, "abort");
  return "aborted";
}
