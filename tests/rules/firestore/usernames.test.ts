import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { IDENTITIES, NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const seedReservation = (fixtures: RulesFixtures) => seed(fixtures, "usernames", { uid: IDENTITIES.member.uid });

describeAccess("usernames", [
  {
    operation: "get a reservation",
    allowed: NOBODY,
    run: async (fixtures, actor) => getDoc(doc(fixtures.as(actor), "usernames", (await seedReservation(fixtures)).id)),
  },
  {
    operation: "list the reservations",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedReservation(fixtures);
      return getDocs(collection(fixtures.as(actor), "usernames"));
    },
  },
  {
    operation: "list one reservation",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedReservation(fixtures);
      return getDocs(query(collection(fixtures.as(actor), "usernames"), limit(1)));
    },
  },
  {
    operation: "create a reservation",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.as(actor), "usernames", newId()), { uid: IDENTITIES.member.uid }),
  },
  {
    operation: "change a reservation",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.as(actor), "usernames", (await seedReservation(fixtures)).id), {
        uid: IDENTITIES.admin.uid,
      }),
  },
  {
    operation: "delete a reservation",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      deleteDoc(doc(fixtures.as(actor), "usernames", (await seedReservation(fixtures)).id)),
  },
]);
