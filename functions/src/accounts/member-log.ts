import { randomUUID } from "node:crypto";
import type { Admission, MemberAct } from "@logbook/domain";
import { encodeFields } from "../firestore/values.ts";
import { createDocument, type Write } from "../firestore/writes.ts";

/** An act on members: who (`by`) did what, to whom. Names are looked up when the log is read. */
interface LoggedAct {
  kind: MemberAct;
  by: string;
  /** The uid of the member; missing if the act concerns all. */
  member?: string;
  from?: Admission;
  to?: Admission;
  word?: string;
}

/** The write that adds an act to the log of members, for the commit of the act itself. Nothing changes it later. */
export const logAct = (act: LoggedAct): Write =>
  createDocument(`memberLog/${randomUUID()}`, encodeFields({ ...act }), ["at"]);
