/** Whether the person asked for the end, by Ctrl-C or another signal. */
export interface Asked {
  promise: Promise<"asked">;
  yet(): boolean;
}

/** From now on the first signal asks for the end; further ones are ignored, since an orderly end is under way. */
export function onFirstSignal(): Asked {
  let came = false;
  const promise = new Promise<"asked">((done) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(name, () => {
        came = true;
        done("asked");
      });
  });
  return { promise, yet: () => came };
}
