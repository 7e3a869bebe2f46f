import {
  collection,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  query,
  setDoc,
  Timestamp,
  updateDoc,
  where,
} from "firebase/firestore";
import { MEMBERS, NOBODY, PEOPLE } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import { seed } from "./seeds.ts";
import type { World } from "./world.ts";

const entry = (issueId: string) => ({
  issueId,
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: PEOPLE.admin.uid,
  at: Timestamp.now(),
});

const seedEntry = (world: World) => seed(world, "history", entry(newId()));

describeAccess("history", [
  {
    says: "get an entry",
    allowed: MEMBERS,
    run: async (world, person) => getDoc(doc(world.as(person), "history", (await seedEntry(world)).id)),
  },
  {
    says: "list one report's entries",
    allowed: MEMBERS,
    run: async (world, person) => {
      const { fields } = await seedEntry(world);
      return getDocs(query(collection(world.as(person), "history"), where("issueId", "==", fields.issueId)));
    },
  },
  {
    says: "create an entry",
    allowed: NOBODY,
    run: (world, person) => setDoc(doc(world.as(person), "history", newId()), entry(newId())),
  },
  {
    says: "change an entry",
    allowed: NOBODY,
    run: async (world, person) =>
      updateDoc(doc(world.as(person), "history", (await seedEntry(world)).id), { by: PEOPLE[person].uid }),
  },
  {
    says: "delete an entry",
    allowed: NOBODY,
    run: async (world, person) => deleteDoc(doc(world.as(person), "history", (await seedEntry(world)).id)),
  },
]);
