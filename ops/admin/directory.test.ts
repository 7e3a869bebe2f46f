import { expect, it } from "vitest";
import { membersTable, nearNames } from "./directory.ts";

it("the table shows each member in a row, or says that nobody is registered", () => {
  const ada = { uid: "u1", username: "ada", isAdmin: true, disabled: false, createdAt: "2026-11-21T08:00:00.000Z" };
  expect(membersTable([ada, { ...ada, uid: "u2", username: "maximilian", isAdmin: false, disabled: true }])).toBe(
    [
      "username    role    state     registered  id",
      "ada         admin   enabled   2026-11-21  u1",
      "maximilian  member  disabled  2026-11-21  u2",
    ].join("\n"),
  );
  expect(membersTable([])).toBe("Nobody is registered yet.");
});

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
