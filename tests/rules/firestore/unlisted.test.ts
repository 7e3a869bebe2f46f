import { doc, getDoc, setDoc } from "firebase/firestore";
import { type Actor, NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed, seedReport } from "./seeds.ts";

describeAccess("collections that the rules do not name", [
  {
    operation: "get a document of an unnamed collection",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      getDoc(doc(fixtures.databaseAs(actor), "notes", (await seed(fixtures, "notes", { a: 1 })).id)),
  },
  {
    operation: "create a document in an unnamed collection",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.databaseAs(actor), "notes", newId()), { a: 1 }),
  },
  {
    operation: "get a document with the board's id in an unnamed collection",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      getDoc(doc(fixtures.databaseAs(actor), "notes", (await seed(fixtures, "notes", { a: 1 }, "main")).id)),
  },
  ...["issues", "trash", "history", "members", "boards"].map((collection) => ({
    operation: `get a document in a subcollection of ${collection}`,
    allowed: NOBODY,
    run: async (fixtures: RulesFixtures, actor: Actor) => {
      const { id } = await seed(fixtures, collection, { a: 1 });
      const subdocument = await seed(fixtures, `${collection}/${id}/notes`, { a: 1 });
      return getDoc(doc(fixtures.databaseAs(actor), collection, id, "notes", subdocument.id));
    },
  })),
  {
    operation: "create a document in a subcollection of a report",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      setDoc(doc(fixtures.databaseAs(actor), "issues", (await seedReport(fixtures)).id, "notes", newId()), { a: 1 }),
  },
]);
