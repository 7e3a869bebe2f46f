import { Timestamp } from "firebase/firestore";

/**
 * Everyone whose requests the tests send to the rules. A stranger is signed in at Auth, but is no member. An admin has not
 * let a waiting member in yet, and has refused a refused one. A signed-out member has signed out everywhere since their
 * session began.
 */
export const ACTORS = [
  "guest",
  "stranger",
  "member",
  "another member",
  "disabled member",
  "waiting member",
  "refused member",
  "signed-out member",
  "admin",
] as const;
export type Actor = (typeof ACTORS)[number];

export const MEMBERS = ["member", "another member", "admin"] as const satisfies readonly Actor[];

/** The actor with an article, for the title of a test: 'an admin'. */
export function withArticle(actor: Actor): string {
  if (actor === "another member") return actor;
  return actor === "admin" ? `an ${actor}` : `a ${actor}`;
}

/** When the API opened everyone's session, in seconds since 1970 (the token's `opened`). */
export const SIGNED_IN_AT = Math.floor(Date.now() / 1000) - 60;

/** An actor's identity in tokens, member documents and writes. A guest has no token: the uid is only in writes. */
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
  "waiting member": { uid: "wanda", username: "Wanda" },
  "refused member": { uid: "rolf", username: "Rolf" },
  "signed-out member": { uid: "sven", username: "Sven" },
  admin: { uid: "ada", username: "Ada" },
};

/** Another member than this actor: "another member", or "member" if the actor is "another member". */
export const otherMember = (actor: Actor): Identity =>
  IDENTITIES[actor === "another member" ? "member" : "another member"];

export type MemberFields = {
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  validSince: Timestamp;
  createdAt: Timestamp;
  state?: "waiting" | "refused";
};

const LONG_AGO = new Timestamp(SIGNED_IN_AT - 86_400, 0);

/** The fields of a member document: by default of an enabled member who is not an admin. */
export function memberFields(username: string, overrides: Partial<MemberFields> = {}): MemberFields {
  return { username, isAdmin: false, disabled: false, validSince: LONG_AGO, createdAt: LONG_AGO, ...overrides };
}

/** The stored `members/{uid}` documents; a guest and a stranger have none. */
export const MEMBER_DOCUMENTS: Partial<Record<Actor, MemberFields>> = {
  member: memberFields("Mara"),
  "another member": memberFields("Otto"),
  "disabled member": memberFields("Dora", { disabled: true }),
  "waiting member": memberFields("Wanda", { disabled: true, state: "waiting" }),
  "refused member": memberFields("Rolf", { disabled: true, state: "refused" }),
  "signed-out member": memberFields("Sven", { validSince: new Timestamp(SIGNED_IN_AT + 30, 0) }),
  admin: memberFields("Ada", { isAdmin: true }),
};
