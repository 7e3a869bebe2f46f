/** Who comes in: everybody who registers, those whom an admin lets in, or nobody. */
export const ADMISSIONS = ["open", "approval", "closed"] as const;
export type Admission = (typeof ADMISSIONS)[number];

/** What a visitor reads before registering; `null` if nothing is special. */
export const ADMISSION_NOTICES: Readonly<Record<Admission, string | null>> = {
  open: null,
  approval: "An admin lets new members in. You can register now and wait.",
  closed: "Nobody can register at the moment. Please ask an admin.",
};

/** Why a member who has registered has no access (yet). The member is stored as disabled, too. */
export const MEMBER_STATES = ["waiting", "refused"] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

/** What waiting members read. */
export const WAITING_TEXT = "An admin will let you in";

/**
 * The acts in the log of members. `link-used` is the member's own act; all others are admins' acts. The last two say
 * whether the chat, whose readers may be no members, gets titles.
 */
export const MEMBER_ACTS = [
  "granted",
  "revoked",
  "disabled",
  "enabled",
  "accepted",
  "refused",
  "link-made",
  "link-used",
  "admission",
  "titles-shown",
  "titles-hidden",
] as const;
export type MemberAct = (typeof MEMBER_ACTS)[number];
