import { expect, it } from "vitest";
import { parseOsRelease } from "./operating-system.ts";

it.each([
  [
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
    { id: "debian", like: [], version: 12, name: "Debian GNU/Linux 12 (bookworm)" },
  ],
  [
    'NAME="Linux Mint"\nVERSION_ID="22.1"\nID=linuxmint\nID_LIKE="ubuntu debian"\n',
    { id: "linuxmint", like: ["ubuntu", "debian"], version: 22.1, name: "Linux Mint" },
  ],
  [
    "# a comment\nNAME='Alpine Linux'\nID=alpine\nVERSION_ID=3.22.1\nPRETTY_NAME='Alpine Linux v3.22'\n",
    { id: "alpine", like: [], version: 3.22, name: "Alpine Linux v3.22" },
  ],
  ['ID=arch\nPRETTY_NAME="Arch \\"rolling\\""\n', { id: "arch", like: [], version: 0, name: 'Arch "rolling"' }],
  ["", { id: "", like: [], version: 0, name: "this system" }],
])("parseOsRelease() reads id, version and name of a system: %j", (text, system) => {
  expect(parseOsRelease(text)).toEqual(system);
});
