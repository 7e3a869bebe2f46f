import { expect, it } from "vitest";
import { findMember, type MemberDirectory } from "./directory.ts";

// Folding turns this character into 18 characters, so the folded name has more than the 1500 bytes of an id.
const LONG_NAME = "ﷺ".repeat(200);

/** A directory that throws an error when it is used. */
const unusableDirectory = new Proxy({} as MemberDirectory, {
  get(_, name) {
    throw new Error(`${String(name)} was used.`);
  },
});

it.each(["", " ", "a/b", ".", "..", "__x__", "____", " __X__ ", "__a\nb__", LONG_NAME])(
  "findMember() finds nobody and does not ask Firestore if no document can have the name: %j",
  async (name) => {
    expect(await findMember(unusableDirectory, name)).toBeNull();
  },
);

it("findMember() asks Firestore for a name that a document can have", async () => {
  for (const name of ["ada", "__x_", "_"])
    await expect(findMember(unusableDirectory, name)).rejects.toThrow("db was used.");
});
