import { readFileSync } from "node:fs";

/** An operating system, which decides what to install and how. */
export interface OperatingSystem {
  /** "debian", "ubuntu", "fedora", "arch", "alpine", "macos", …; "" if unknown. */
  id: string;
  /** The ids of the systems from which this system derives. */
  like: string[];
  /** The version as a number: 12, 24.04; 0 if the system has no version. */
  version: number;
  name: string;
}

/** The system of this machine, from `os-release` on Linux. */
export function thisSystem(): OperatingSystem {
  if (process.platform === "darwin") return { id: "macos", like: [], version: 0, name: "macOS" };
  for (const file of ["/etc/os-release", "/usr/lib/os-release"])
    try {
      return parseOsRelease(readFileSync(file, "utf8"));
    } catch {
      // The file does not exist. The second file is the standard's fallback for the first.
    }
  return parseOsRelease("");
}

/** Reads `os-release`: lines of shell assignments, with or without quotes. */
export function parseOsRelease(text: string): OperatingSystem {
  const values = new Map<string, string>();
  // Removes the quotes, and the backslash before an escaped character.
  for (const [, name, value] of text.matchAll(/^([A-Z_]+)=(.*)$/gm))
    values.set(name!, value!.replace(/^(["'])(.*)\1$/, "$2").replace(/\\(.)/g, "$1"));
  const readValue = (name: string): string => values.get(name) ?? "";
  return {
    id: readValue("ID"),
    like: readValue("ID_LIKE").split(" ").filter(Boolean),
    version: Number.parseFloat(readValue("VERSION_ID")) || 0,
    name: readValue("PRETTY_NAME") || readValue("NAME") || "this system",
  };
}
