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
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const entry = (issueId: string) => ({
  issueId,
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: PEOPLE.admin.uid,
  at: Timestamp.now(),
});

const seedEntry = (fixtures: RulesFixtures) => seed(fixtures, "history", entry(newId()));

describeAccess("history", [
  {
    says: "get an entry",
    allowed: MEMBERS,
    run: async (fixtures, person) => getDoc(doc(fixtures.as(person), "history", (await seedEntry(fixtures)).id)),
  },
  {
    says: "list one report's entries",
    allowed: MEMBERS,
    run: async (fixtures, person) => {
      const { fields } = await seedEntry(fixtures);
      return getDocs(query(collection(fixtures.as(person), "history"), where("issueId", "==", fields.issueId)));
    },
  },
  {
    says: "create an entry",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "history", newId()), entry(newId())),
  },
  {
    says: "change an entry",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      updateDoc(doc(fixtures.as(person), "history", (await seedEntry(fixtures)).id), { by: PEOPLE[person].uid }),
  },
  {
    says: "delete an entry",
    allowed: NOBODY,
    run: async (fixtures, person) => deleteDoc(doc(fixtures.as(person), "history", (await seedEntry(fixtures)).id)),
  },
]);
