import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { NOBODY, PEOPLE } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { seed } from "./seeds.ts";
import type { World } from "./world.ts";

const seedOne = (world: World) => seed(world, "usernames", { uid: PEOPLE.member.uid });

describeAccess("usernames", [
  {
    says: "get a reservation",
    allowed: NOBODY,
    run: async (world, person) => getDoc(doc(world.as(person), "usernames", (await seedOne(world)).id)),
  },
  {
    says: "list the reservations",
    allowed: NOBODY,
    run: async (world, person) => {
      await seedOne(world);
      return getDocs(collection(world.as(person), "usernames"));
    },
  },
  {
    says: "list one reservation",
    allowed: NOBODY,
    run: async (world, person) => {
      await seedOne(world);
      return getDocs(query(collection(world.as(person), "usernames"), limit(1)));
    },
  },
  {
    says: "create a reservation",
    allowed: NOBODY,
    run: (world, person) => setDoc(doc(world.as(person), "usernames", newId()), { uid: PEOPLE.member.uid }),
  },
  {
    says: "change a reservation",
    allowed: NOBODY,
    run: async (world, person) =>
      updateDoc(doc(world.as(person), "usernames", (await seedOne(world)).id), { uid: PEOPLE.admin.uid }),
  },
  {
    says: "delete a reservation",
    allowed: NOBODY,
    run: async (world, person) => deleteDoc(doc(world.as(person), "usernames", (await seedOne(world)).id)),
  },
]);
