import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { IDENTITIES, NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const seedReservedName = (fixtures: RulesFixtures) => seed(fixtures, "usernames", { uid: IDENTITIES.member.uid });

describeAccess("usernames", [
  {
    operation: "get a reserved username",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      getDoc(doc(fixtures.databaseAs(actor), "usernames", (await seedReservedName(fixtures)).id)),
  },
  {
    operation: "list the reserved usernames",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedReservedName(fixtures);
      return getDocs(collection(fixtures.databaseAs(actor), "usernames"));
    },
  },
  {
    operation: "list one reserved username",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedReservedName(fixtures);
      return getDocs(query(collection(fixtures.databaseAs(actor), "usernames"), limit(1)));
    },
  },
  {
    operation: "reserve a username",
    allowed: NOBODY,
    run: (fixtures, actor) =>
      setDoc(doc(fixtures.databaseAs(actor), "usernames", newId()), { uid: IDENTITIES.member.uid }),
  },
  {
    operation: "give a reserved username to another member",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.databaseAs(actor), "usernames", (await seedReservedName(fixtures)).id), {
        uid: IDENTITIES.admin.uid,
      }),
  },
  {
    operation: "release a reserved username",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      deleteDoc(doc(fixtures.databaseAs(actor), "usernames", (await seedReservedName(fixtures)).id)),
  },
]);
