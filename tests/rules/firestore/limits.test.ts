import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { seed } from "./seeds.ts";
import type { World } from "./world.ts";

const seedOne = (world: World) => seed(world, "limits", { count: 3 });

describeAccess("limits", [
  {
    says: "get a counter",
    allowed: NOBODY,
    run: async (world, person) => getDoc(doc(world.as(person), "limits", (await seedOne(world)).id)),
  },
  {
    says: "list the counters",
    allowed: NOBODY,
    run: async (world, person) => {
      await seedOne(world);
      return getDocs(collection(world.as(person), "limits"));
    },
  },
  {
    says: "list one counter",
    allowed: NOBODY,
    run: async (world, person) => {
      await seedOne(world);
      return getDocs(query(collection(world.as(person), "limits"), limit(1)));
    },
  },
  {
    says: "create a counter",
    allowed: NOBODY,
    run: (world, person) => setDoc(doc(world.as(person), "limits", newId()), { count: 3 }),
  },
  {
    says: "change a counter",
    allowed: NOBODY,
    run: async (world, person) => updateDoc(doc(world.as(person), "limits", (await seedOne(world)).id), { count: 0 }),
  },
  {
    says: "delete a counter",
    allowed: NOBODY,
    run: async (world, person) => deleteDoc(doc(world.as(person), "limits", (await seedOne(world)).id)),
  },
]);
