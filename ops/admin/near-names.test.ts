import { expect, it } from "vitest";
import { nearNames } from "./near-names.ts";

const names = ["ada", "Max", "mia", "maximilian", "Zoë"];

it("nearNames() returns the registered names that are similar to a mistyped one", () => {
  expect(nearNames("maxx", names)).toEqual(["Max"]);
  expect(nearNames("MIA ", names)).toEqual(["mia"]);
  expect(nearNames("axi", names)).toEqual(["maximilian"]);
  expect(nearNames("adda", names)).toEqual(["ada"]);
});

it("nearNames() returns no name if none is similar, and at most three names", () => {
  expect(nearNames("somebody", names)).toEqual([]);
  expect(nearNames("ann", ["anna", "anne", "annie", "joanna"])).toHaveLength(3);
});
