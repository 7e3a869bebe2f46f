import { doc, getDoc, setDoc } from "firebase/firestore";
import { NOBODY, type Person } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { seed, seedIssue } from "./seeds.ts";
import type { World } from "./world.ts";

describeAccess("collections the rules do not name", [
  {
    says: "get a document of an unnamed collection",
    allowed: NOBODY,
    run: async (world, person) => getDoc(doc(world.as(person), "notes", (await seed(world, "notes", { a: 1 })).id)),
  },
  {
    says: "create a document in an unnamed collection",
    allowed: NOBODY,
    run: (world, person) => setDoc(doc(world.as(person), "notes", newId()), { a: 1 }),
  },
  {
    says: "get a document of an unnamed collection that is called as the board is",
    allowed: NOBODY,
    run: async (world, person) =>
      getDoc(doc(world.as(person), "notes", (await seed(world, "notes", { a: 1 }, "main")).id)),
  },
  ...["issues", "trash", "history", "members", "boards"].map((collection) => ({
    says: `get a document hidden under one of ${collection}`,
    allowed: NOBODY,
    run: async (world: World, person: Person) => {
      const { id } = await seed(world, collection, { a: 1 });
      const hidden = await seed(world, `${collection}/${id}/notes`, { a: 1 });
      return getDoc(doc(world.as(person), collection, id, "notes", hidden.id));
    },
  })),
  {
    says: "hide a document under a report",
    allowed: NOBODY,
    run: async (world, person) =>
      setDoc(doc(world.as(person), "issues", (await seedIssue(world)).id, "notes", newId()), { a: 1 }),
  },
]);
