import { expect, it } from "vitest";
import { nearNames } from "./near-names.ts";

const names = ["ada", "Max", "mia", "maximilian", "Zoë"];

it("offers names that differ little, the nearest first", () => {
  expect(nearNames("maxx", names)).toEqual(["Max"]);
  expect(nearNames("MIA ", names)).toEqual(["mia"]);
  expect(nearNames("axi", names)).toEqual(["maximilian"]);
  expect(nearNames("adda", names)).toEqual(["ada"]);
});

it("offers nothing where nothing is like it, and three at most", () => {
  expect(nearNames("somebody", names)).toEqual([]);
  expect(nearNames("ann", ["anna", "anne", "annie", "joanna"])).toHaveLength(3);
});
