import { doc, getDoc, setDoc } from "firebase/firestore";
import { newId } from "./builders.ts";
import { describeAccess } from "./expectations.ts";
import { NOBODY } from "./people.ts";
import { seed, seedIssue } from "./seeds.ts";

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
    says: "hide a document under a report",
    allowed: NOBODY,
    run: async (world, person) =>
      setDoc(doc(world.as(person), "issues", (await seedIssue(world)).id, "notes", newId()), { a: 1 }),
  },
]);
