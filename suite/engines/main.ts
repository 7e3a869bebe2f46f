import { provideEngine } from "./engine.ts";

// run.mjs runs this beside npm at the first start, so neither this file nor what it imports may need a package. If it
// fails, the command that needs the engine tries again and says why.
await provideEngine(undefined).catch(() => undefined);
