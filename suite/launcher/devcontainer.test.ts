import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../command-line/paths.ts";
import { DEFAULT_PORTS } from "./ports.ts";
import { vitePort } from "./vite.ts";

it("the dev container forwards the default ports of the suite and of Vite", () => {
  const { forwardPorts } = JSON.parse(readFileSync(inRoot(".devcontainer", "devcontainer.json"), "utf8")) as {
    forwardPorts: number[];
  };
  expect(forwardPorts).toEqual([...Object.values(DEFAULT_PORTS), vitePort(DEFAULT_PORTS)]);
});
