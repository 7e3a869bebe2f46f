import { Timestamp } from "firebase/firestore";

/** Everyone whose requests the tests send to the rules. */
export const ACTORS = [
  "guest",
  "stranger",
  "member",
  "another member",
  "disabled member",
  "signed-out member",
  "admin",
] as const;
export type Actor = (typeof ACTORS)[number];

export const MEMBERS = ["member", "another member", "admin"] as const satisfies readonly Actor[];
/** One member of each role: enough for tests that need no earlier report. */
export const ROLES = ["member", "admin"] as const satisfies readonly Actor[];
export const ADMINS = ["admin"] as const satisfies readonly Actor[];
export const NOBODY = [] as const satisfies readonly Actor[];

/** The actor with an article, as the subject of a test's title. */
export function withArticle(actor: Actor): string {
  if (actor === "another member") return actor;
  return actor === "admin" ? `an ${actor}` : `a ${actor}`;
}

/** When the API opened everyone's session, in seconds since 1970 (the token's `opened`). */
export const SIGNED_IN_AT = Math.floor(Date.now() / 1000) - 60;

/** An actor's identity in tokens, member documents and writes. */
export interface Identity {
  uid: string;
  username: string;
}

export const IDENTITIES: Record<Actor, Identity> = {
  guest: { uid: "guest", username: "Gus" },
  stranger: { uid: "stranger", username: "Strahan" },
  member: { uid: "mara", username: "Mara" },
  "another member": { uid: "otto", username: "Otto" },
  "disabled member": { uid: "dora", username: "Dora" },
  "signed-out member": { uid: "sven", username: "Sven" },
  admin: { uid: "ada", username: "Ada" },
};

/** A member other than this actor. */
export const otherMember = (actor: Actor): Identity =>
  IDENTITIES[actor === "another member" ? "member" : "another member"];

export interface MemberFields {
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  validSince: Timestamp;
  createdAt: Timestamp;
}

const LONG_AGO = new Timestamp(SIGNED_IN_AT - 86_400, 0);

/** A `members/{uid}` document: by default an enabled member who is not an admin. */
export function memberFields(username: string, overrides: Partial<MemberFields> = {}): MemberFields {
  return { username, isAdmin: false, disabled: false, validSince: LONG_AGO, createdAt: LONG_AGO, ...overrides };
}

/** The stored member documents; a guest and a stranger have none. */
export const MEMBER_DOCUMENTS: Partial<Record<Actor, MemberFields>> = {
  member: memberFields("Mara"),
  "another member": memberFields("Otto"),
  "disabled member": memberFields("Dora", { disabled: true }),
  "signed-out member": memberFields("Sven", { validSince: new Timestamp(SIGNED_IN_AT + 30, 0) }),
  admin: memberFields("Ada", { isAdmin: true }),
};
