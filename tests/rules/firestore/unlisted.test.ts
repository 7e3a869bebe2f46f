import { doc, getDoc, setDoc } from "firebase/firestore";
import { NOBODY, type Person } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed, seedIssue } from "./seeds.ts";

describeAccess("collections the rules do not name", [
  {
    says: "get a document of an unnamed collection",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      getDoc(doc(fixtures.as(person), "notes", (await seed(fixtures, "notes", { a: 1 })).id)),
  },
  {
    says: "create a document in an unnamed collection",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "notes", newId()), { a: 1 }),
  },
  {
    says: "get a document of an unnamed collection that is called as the board is",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      getDoc(doc(fixtures.as(person), "notes", (await seed(fixtures, "notes", { a: 1 }, "main")).id)),
  },
  ...["issues", "trash", "history", "members", "boards"].map((collection) => ({
    says: `get a document hidden under one of ${collection}`,
    allowed: NOBODY,
    run: async (fixtures: RulesFixtures, person: Person) => {
      const { id } = await seed(fixtures, collection, { a: 1 });
      const hidden = await seed(fixtures, `${collection}/${id}/notes`, { a: 1 });
      return getDoc(doc(fixtures.as(person), collection, id, "notes", hidden.id));
    },
  })),
  {
    says: "hide a document under a report",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      setDoc(doc(fixtures.as(person), "issues", (await seedIssue(fixtures)).id, "notes", newId()), { a: 1 }),
  },
]);
