import { expect, it } from "vitest";
import { parsePolicy } from "./apt.ts";

it("parsePolicy() returns the packages that apt can install, with their versions, and leaves out the others", () => {
  const text = `cargo:
  Installed: (none)
  Candidate: 0.66.0+ds1-1
  Version table:
     0.66.0+ds1-1 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
cargo-web:
  Installed: 1.85.0+dfsg3-1~deb12u3
  Candidate: 1.96.0+dfsg1-1~deb12u2
  Version table:
     1.96.0+dfsg1-1~deb12u2 500
cargo-mozilla:
  Installed: (none)
  Candidate: (none)
  Version table:
chromium:
  Installed: (none)
  Candidate: 2:140.0.7339.80-1
`;
  expect(parsePolicy(text)).toEqual([
    { name: "cargo", version: [0, 66] },
    { name: "cargo-web", version: [1, 96] },
    { name: "chromium", version: [140, 0] },
  ]);
});
