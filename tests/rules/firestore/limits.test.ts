import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

/** Stores a counter of a rate limit. */
const seedCounter = (fixtures: RulesFixtures) => seed(fixtures, "limits", { count: 3 });

describeAccess("limits", [
  {
    operation: "get a counter",
    allowed: NOBODY,
    run: async (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "limits", (await seedCounter(fixtures)).id)),
  },
  {
    operation: "list the counters",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedCounter(fixtures);
      return getDocs(collection(fixtures.databaseAs(actor), "limits"));
    },
  },
  {
    operation: "list one counter",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedCounter(fixtures);
      return getDocs(query(collection(fixtures.databaseAs(actor), "limits"), limit(1)));
    },
  },
  {
    operation: "create a counter",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.databaseAs(actor), "limits", newId()), { count: 3 }),
  },
  {
    operation: "change a counter",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.databaseAs(actor), "limits", (await seedCounter(fixtures)).id), { count: 0 }),
  },
  {
    operation: "delete a counter",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      deleteDoc(doc(fixtures.databaseAs(actor), "limits", (await seedCounter(fixtures)).id)),
  },
]);
