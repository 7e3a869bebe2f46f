import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { NOBODY, PEOPLE } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const seedOne = (fixtures: RulesFixtures) => seed(fixtures, "usernames", { uid: PEOPLE.member.uid });

describeAccess("usernames", [
  {
    says: "get a reservation",
    allowed: NOBODY,
    run: async (fixtures, person) => getDoc(doc(fixtures.as(person), "usernames", (await seedOne(fixtures)).id)),
  },
  {
    says: "list the reservations",
    allowed: NOBODY,
    run: async (fixtures, person) => {
      await seedOne(fixtures);
      return getDocs(collection(fixtures.as(person), "usernames"));
    },
  },
  {
    says: "list one reservation",
    allowed: NOBODY,
    run: async (fixtures, person) => {
      await seedOne(fixtures);
      return getDocs(query(collection(fixtures.as(person), "usernames"), limit(1)));
    },
  },
  {
    says: "create a reservation",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "usernames", newId()), { uid: PEOPLE.member.uid }),
  },
  {
    says: "change a reservation",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      updateDoc(doc(fixtures.as(person), "usernames", (await seedOne(fixtures)).id), { uid: PEOPLE.admin.uid }),
  },
  {
    says: "delete a reservation",
    allowed: NOBODY,
    run: async (fixtures, person) => deleteDoc(doc(fixtures.as(person), "usernames", (await seedOne(fixtures)).id)),
  },
]);
