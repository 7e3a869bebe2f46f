import { readFileSync } from "node:fs";

/** The operating system, which decides what to install and how. */
export interface OperatingSystem {
  /** "debian", "ubuntu", "fedora", "arch", "alpine", "macos", …; "" if unknown. */
  id: string;
  /** The systems that it derives from. */
  like: string[];
  /** Its version as a number: 12, 24.04; 0 if it has none. */
  version: number;
  /** Its name in a sentence. */
  name: string;
}

export function thisSystem(): OperatingSystem {
  if (process.platform === "darwin") return { id: "macos", like: [], version: 0, name: "macOS" };
  for (const file of ["/etc/os-release", "/usr/lib/os-release"])
    try {
      return parseOsRelease(readFileSync(file, "utf8"));
    } catch {
      // The second file is the standard's fallback.
    }
  return parseOsRelease("");
}

/** Reads `os-release`: lines of shell assignments, with or without quotes. */
export function parseOsRelease(text: string): OperatingSystem {
  const values = new Map<string, string>();
  for (const [, name, value] of text.matchAll(/^([A-Z_]+)=(.*)$/gm))
    values.set(name!, value!.replace(/^(["'])(.*)\1$/, "$2").replace(/\\(.)/g, "$1"));
  const get = (name: string): string => values.get(name) ?? "";
  return {
    id: get("ID"),
    like: get("ID_LIKE").split(" ").filter(Boolean),
    version: Number.parseFloat(get("VERSION_ID")) || 0,
    name: get("PRETTY_NAME") || get("NAME") || "this system",
  };
}
