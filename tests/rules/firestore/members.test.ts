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
import { seed } from "./seeds.ts";
import type { World } from "./world.ts";

const seedMember = (world: World) => seed(world, "members", { ...memberFields("Nele") });

describeAccess("members", [
  {
    says: "get their own member document",
    allowed: MEMBERS,
    run: (world, person) => getDoc(doc(world.as(person), "members", PEOPLE[person].uid)),
  },
  {
    says: "get another's member document",
    allowed: ADMINS,
    run: async (world, person) => getDoc(doc(world.as(person), "members", (await seedMember(world)).id)),
  },
  {
    says: "list the members",
    allowed: ADMINS,
    run: (world, person) => getDocs(collection(world.as(person), "members")),
  },
  {
    says: "list one member",
    allowed: ADMINS,
    run: (world, person) => getDocs(query(collection(world.as(person), "members"), limit(1))),
  },
  {
    says: "look for the admins among the members",
    allowed: ADMINS,
    run: (world, person) => getDocs(query(collection(world.as(person), "members"), where("isAdmin", "==", true))),
  },
  {
    says: "create a member document for a new uid",
    allowed: NOBODY,
    run: (world, person) => setDoc(doc(world.as(person), "members", newId()), memberFields("Nele")),
  },
  {
    says: "make themself an admin",
    allowed: NOBODY,
    run: (world, person) =>
      setDoc(doc(world.as(person), "members", PEOPLE[person].uid), memberFields("Root", { isAdmin: true })),
  },
  {
    says: "rename a member",
    allowed: NOBODY,
    run: async (world, person) =>
      updateDoc(doc(world.as(person), "members", (await seedMember(world)).id), { username: "Somebody else" }),
  },
  {
    says: "delete a member document",
    allowed: NOBODY,
    run: async (world, person) => deleteDoc(doc(world.as(person), "members", (await seedMember(world)).id)),
  },
]);
