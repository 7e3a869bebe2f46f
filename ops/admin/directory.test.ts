import { expect, it } from "vitest";
import { type Directory, findMember } from "./directory.ts";

/** A directory that nobody may ask anything. */
const unasked = new Proxy({} as Directory, {
  get(_, name) {
    throw new Error(`${String(name)} was used.`);
  },
});

it.each(["", " ", "a/b", ".", "..", "__x__", "____", " __X__ ", "__a\nb__", "ﷺ".repeat(200)])(
  "finds nobody, without asking Firestore, under a name that no document can have: %j",
  async (name) => {
    expect(await findMember(unasked, name)).toBeNull();
  },
);

it("asks for any other", async () => {
  for (const name of ["ada", "__x_", "_"]) await expect(findMember(unasked, name)).rejects.toThrow("db was used.");
});
