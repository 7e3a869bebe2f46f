import {
  collection,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  limit,
  query,
  setDoc,
  updateDoc,
  where,
} from "firebase/firestore";
import { ADMINS, IDENTITIES, MEMBERS, memberFields, NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const seedMember = (fixtures: RulesFixtures) => seed(fixtures, "members", memberFields("Nele"));

describeAccess("members", [
  {
    operation: "get their own member document",
    allowed: MEMBERS,
    run: (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "members", IDENTITIES[actor].uid)),
  },
  {
    operation: "get another member's document",
    allowed: ADMINS,
    run: async (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "members", (await seedMember(fixtures)).id)),
  },
  {
    operation: "list the members",
    allowed: ADMINS,
    run: (fixtures, actor) => getDocs(collection(fixtures.databaseAs(actor), "members")),
  },
  {
    operation: "list one member",
    allowed: ADMINS,
    run: (fixtures, actor) => getDocs(query(collection(fixtures.databaseAs(actor), "members"), limit(1))),
  },
  {
    operation: "query the admins among the members",
    allowed: ADMINS,
    run: (fixtures, actor) =>
      getDocs(query(collection(fixtures.databaseAs(actor), "members"), where("isAdmin", "==", true))),
  },
  {
    operation: "create a member document for a new uid",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.databaseAs(actor), "members", newId()), memberFields("Nele")),
  },
  {
    operation: "make themselves an admin",
    allowed: NOBODY,
    run: (fixtures, actor) =>
      setDoc(
        doc(fixtures.databaseAs(actor), "members", IDENTITIES[actor].uid),
        memberFields("Root", { isAdmin: true }),
      ),
  },
  {
    operation: "rename a member",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.databaseAs(actor), "members", (await seedMember(fixtures)).id), {
        username: "Somebody else",
      }),
  },
  {
    operation: "delete a member document",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      deleteDoc(doc(fixtures.databaseAs(actor), "members", (await seedMember(fixtures)).id)),
  },
]);
