import { expect, it } from "vitest";
import { findMember, type MemberDirectory } from "./directory.ts";

/** A directory that must not be used. */
const unused = new Proxy({} as MemberDirectory, {
  get(_, name) {
    throw new Error(`${String(name)} was used.`);
  },
});

it.each(["", " ", "a/b", ".", "..", "__x__", "____", " __X__ ", "__a\nb__", "ﷺ".repeat(200)])(
  "finds nobody and does not ask Firestore if no document can have the name: %j",
  async (name) => {
    expect(await findMember(unused, name)).toBeNull();
  },
);

it("asks Firestore for every other name", async () => {
  for (const name of ["ada", "__x_", "_"]) await expect(findMember(unused, name)).rejects.toThrow("db was used.");
});
