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
import { IDENTITIES, MEMBERS, NOBODY } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAccess } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const entryFields = (issueId: string) => ({
  issueId,
  kind: "status",
  from: "OPEN",
  to: "IN_PROGRESS",
  by: IDENTITIES.admin.uid,
  at: Timestamp.now(),
});

const seedEntry = (fixtures: RulesFixtures) => seed(fixtures, "history", entryFields(newId()));

describeAccess("history", [
  {
    operation: "get an entry",
    allowed: MEMBERS,
    run: async (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "history", (await seedEntry(fixtures)).id)),
  },
  {
    operation: "list one report's entries",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      const { fields } = await seedEntry(fixtures);
      return getDocs(query(collection(fixtures.databaseAs(actor), "history"), where("issueId", "==", fields.issueId)));
    },
  },
  {
    operation: "create an entry",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.databaseAs(actor), "history", newId()), entryFields(newId())),
  },
  {
    operation: "change an entry",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.databaseAs(actor), "history", (await seedEntry(fixtures)).id), {
        by: IDENTITIES[actor].uid,
      }),
  },
  {
    operation: "delete an entry",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      deleteDoc(doc(fixtures.databaseAs(actor), "history", (await seedEntry(fixtures)).id)),
  },
]);
