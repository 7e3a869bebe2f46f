import type { Failure } from "@logbook/domain";
import { orThrow, queryDocuments } from "../firestore/documents.ts";
import { encodeValue } from "../firestore/values.ts";
import { updateMember, type Write } from "../firestore/writes.ts";
import { failure } from "../http/response.ts";
import { parseMember } from "./member.ts";

const LAST_ADMIN = failure(
  "forbidden",
  "You are the only admin, and a logbook needs one. Please make another member an admin first.",
);

const ADMINS = {
  from: [{ collectionId: "members" }],
  where: { fieldFilter: { field: { fieldPath: "isAdmin" }, op: "EQUAL", value: encodeValue(true) } },
};

/**
 * The write that a commit needs besides its own if it takes the admin role, or the access, from the admin `uid`: a
 * failure if no other admin could act. The write changes nothing, and is refused if the other admin has changed since:
 * then read again. So of two admins who leave at once only one succeeds. A commit in the name of another admin needs
 * `keepAdmin` of that admin instead.
 */
export async function keepAnotherAdmin(uid: string): Promise<Write | Failure> {
  const { documents } = orThrow(await queryDocuments(ADMINS));
  const other = documents.find(({ id, data }) => id !== uid && parseMember(data)?.disabled === false);
  return other === undefined ? LAST_ADMIN : keepAdmin(other);
}

/** A write that changes nothing, and is refused if this admin has been changed since the document was read. */
export const keepAdmin = ({ id, updateTime }: { id: string; updateTime: string }): Write =>
  updateMember(id, {}, updateTime);
