import type { MemberChange } from "@logbook/domain";

/** An admin's action on a member: the change, its button's label, the question before and the message after it. */
export interface MemberAction {
  change: MemberChange;
  label: string;
  done: (name: string) => string;
  /** Absent if one click is enough: nobody loses anything, and another click undoes it. */
  ask?: { title: (name: string) => string; text: string; danger?: boolean };
}

export const DISABLE: MemberAction = {
  change: { disabled: true },
  label: "Disable",
  done: (name) => `${name} is disabled and signed out everywhere.`,
  ask: {
    title: (name) => `Disable ${name}?`,
    text: "They are signed out on all devices at once and cannot log in until an admin enables them again. Their reports and amendments stay.",
    danger: true,
  },
};

export const ENABLE: MemberAction = {
  change: { disabled: false },
  label: "Enable",
  done: (name) => `${name} is enabled and can log in again.`,
};

export const PROMOTE: MemberAction = {
  change: { isAdmin: true },
  label: "Make admin",
  done: (name) => `${name} is an admin now.`,
  ask: {
    title: (name) => `Make ${name} an admin?`,
    text: "Admins move reports along, delete and restore them, disable members and choose other admins. The change takes effect at once.",
  },
};

export const DEMOTE: MemberAction = {
  change: { isAdmin: false },
  label: "Remove as admin",
  done: (name) => `${name} is no longer an admin.`,
  ask: {
    title: (name) => `Remove ${name} as admin?`,
    text: "They stay a member, but can no longer move, delete or restore reports, nor change members. The change takes effect at once.",
    danger: true,
  },
};
