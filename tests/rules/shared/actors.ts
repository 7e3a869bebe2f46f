import { Timestamp } from "firebase/firestore";

/** Everyone the rules are tried with. */
export const PERSONS = [
  "guest",
  "stranger",
  "member",
  "another member",
  "disabled member",
  "signed-out member",
  "admin",
] as const;
export type Person = (typeof PERSONS)[number];

export const MEMBERS = ["member", "another member", "admin"] as const satisfies readonly Person[];
/** One of each role: enough where no report of somebody's is there before. */
export const ROLES = ["member", "admin"] as const satisfies readonly Person[];
export const ADMINS = ["admin"] as const satisfies readonly Person[];
export const NOBODY = [] as const satisfies readonly Person[];

/** When the API opened everyone's session, in seconds since 1970, as a token's `opened` says it. */
export const SIGNED_IN_AT = Math.floor(Date.now() / 1000) - 60;

/** Who a person says they are: in tokens, in member documents and in what they write. */
export interface Identity {
  uid: string;
  username: string;
}

export const PEOPLE: Record<Person, Identity> = {
  guest: { uid: "guest", username: "Gus" },
  stranger: { uid: "stranger", username: "Strahan" },
  member: { uid: "mara", username: "Mara" },
  "another member": { uid: "otto", username: "Otto" },
  "disabled member": { uid: "dora", username: "Dora" },
  "signed-out member": { uid: "sven", username: "Sven" },
  admin: { uid: "ada", username: "Ada" },
};

/** A member whom this person is not. */
export const someoneElse = (person: Person): Identity =>
  PEOPLE[person === "another member" ? "member" : "another member"];

export interface MemberFields {
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  validSince: Timestamp;
  createdAt: Timestamp;
}

const LONG_AGO = new Timestamp(SIGNED_IN_AT - 86_400, 0);

/** A `members/{uid}` document: in good standing and no admin unless told otherwise. */
export function memberFields(username: string, overrides: Partial<MemberFields> = {}): MemberFields {
  return { username, isAdmin: false, disabled: false, validSince: LONG_AGO, createdAt: LONG_AGO, ...overrides };
}

/** The member documents there are: neither guest nor stranger has one. */
export const MEMBER_DOCUMENTS: Partial<Record<Person, MemberFields>> = {
  member: memberFields("Mara"),
  "another member": memberFields("Otto"),
  "disabled member": memberFields("Dora", { disabled: true }),
  "signed-out member": memberFields("Sven", { validSince: new Timestamp(SIGNED_IN_AT + 30, 0) }),
  admin: memberFields("Ada", { isAdmin: true }),
};
