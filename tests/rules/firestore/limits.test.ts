import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const seedCounter = (fixtures: RulesFixtures) => seed(fixtures, "limits", { count: 3 });

describeAccess("limits", [
  {
    operation: "get a counter",
    allowed: NOBODY,
    run: async (fixtures, actor) => getDoc(doc(fixtures.as(actor), "limits", (await seedCounter(fixtures)).id)),
  },
  {
    operation: "list the counters",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedCounter(fixtures);
      return getDocs(collection(fixtures.as(actor), "limits"));
    },
  },
  {
    operation: "list one counter",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedCounter(fixtures);
      return getDocs(query(collection(fixtures.as(actor), "limits"), limit(1)));
    },
  },
  {
    operation: "create a counter",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.as(actor), "limits", newId()), { count: 3 }),
  },
  {
    operation: "change a counter",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.as(actor), "limits", (await seedCounter(fixtures)).id), { count: 0 }),
  },
  {
    operation: "delete a counter",
    allowed: NOBODY,
    run: async (fixtures, actor) => deleteDoc(doc(fixtures.as(actor), "limits", (await seedCounter(fixtures)).id)),
  },
]);
