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
import { ADMINS, MEMBERS, memberFields, NOBODY, PEOPLE } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const seedMember = (fixtures: RulesFixtures) => seed(fixtures, "members", { ...memberFields("Nele") });

describeAccess("members", [
  {
    says: "get their own member document",
    allowed: MEMBERS,
    run: (fixtures, person) => getDoc(doc(fixtures.as(person), "members", PEOPLE[person].uid)),
  },
  {
    says: "get another's member document",
    allowed: ADMINS,
    run: async (fixtures, person) => getDoc(doc(fixtures.as(person), "members", (await seedMember(fixtures)).id)),
  },
  {
    says: "list the members",
    allowed: ADMINS,
    run: (fixtures, person) => getDocs(collection(fixtures.as(person), "members")),
  },
  {
    says: "list one member",
    allowed: ADMINS,
    run: (fixtures, person) => getDocs(query(collection(fixtures.as(person), "members"), limit(1))),
  },
  {
    says: "look for the admins among the members",
    allowed: ADMINS,
    run: (fixtures, person) => getDocs(query(collection(fixtures.as(person), "members"), where("isAdmin", "==", true))),
  },
  {
    says: "create a member document for a new uid",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "members", newId()), memberFields("Nele")),
  },
  {
    says: "make themself an admin",
    allowed: NOBODY,
    run: (fixtures, person) =>
      setDoc(doc(fixtures.as(person), "members", PEOPLE[person].uid), memberFields("Root", { isAdmin: true })),
  },
  {
    says: "rename a member",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      updateDoc(doc(fixtures.as(person), "members", (await seedMember(fixtures)).id), { username: "Somebody else" }),
  },
  {
    says: "delete a member document",
    allowed: NOBODY,
    run: async (fixtures, person) => deleteDoc(doc(fixtures.as(person), "members", (await seedMember(fixtures)).id)),
  },
]);
