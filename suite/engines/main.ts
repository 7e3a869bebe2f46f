import { availableSources } from "./engine.ts";

// run.mjs runs this beside npm at the first start, so neither this file nor what it imports may need a package. If it
// fails, the command that needs the engine tries again, tries other sources, and says why.
try {
  for await (const { provide } of availableSources(undefined)) {
    await provide();
    break;
  }
} catch {
  // See above.
}
