import { provideHidane } from "./hidane.ts";
import { fetchJars, hasJars, jarsCanBeFetched, javaMajor, OLDEST_JAVA } from "./official.ts";
import { Stop } from "./stop.ts";

/** What runs Firestore and the Storage rules: Google's JARs, or hidane with our own rules runtime. */
export const ENGINES = ["official", "hidane"] as const;
export type EngineName = (typeof ENGINES)[number];
export type Engine = { kind: "official" } | { kind: "hidane"; binary: string };

/** The engine asked for, or the one that can run here. What it needs is fetched or built, with progress. */
export async function provideEngine(asked: EngineName | undefined): Promise<Engine> {
  if (asked === "hidane") return { kind: "hidane", binary: await provideHidane() };
  const java = javaMajor();
  if (asked === "official") {
    if (java < OLDEST_JAVA)
      throw new Stop(
        `The official emulators need Java ${OLDEST_JAVA} or newer; this machine has ${java === 0 ? "none" : `Java ${java}`}. ` +
          "Install a newer one (Debian: apt-get install openjdk-21-jre-headless), or start with --engine hidane.",
      );
    if (!hasJars() && !(await fetchJars()))
      throw new Stop(
        "Google's emulators could not be downloaded from storage.googleapis.com. Check the network, or start with --engine hidane.",
      );
    return { kind: "official" };
  }
  if (java >= OLDEST_JAVA && (hasJars() || ((await jarsCanBeFetched()) && (await fetchJars()))))
    return { kind: "official" };
  return { kind: "hidane", binary: await provideHidane() };
}
