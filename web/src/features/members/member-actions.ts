import type { MemberChange } from "@logbook/domain";

export interface MemberAction {
  change: MemberChange;
  label: string;
  doneText: (name: string) => string;
  /** The dialog before the action. Absent if the action takes nothing from anybody and another click undoes it. */
  confirmation?: { title: (name: string) => string; text: string; danger?: boolean };
}

export const DISABLE: MemberAction = {
  change: { disabled: true },
  label: "Disable",
  doneText: (name) => `${name} is disabled and signed out everywhere.`,
  confirmation: {
    title: (name) => `Disable ${name}?`,
    text: "They are signed out on all devices at once and cannot log in until an admin enables them again. Their reports and amendments stay.",
    danger: true,
  },
};

export const ENABLE: MemberAction = {
  change: { disabled: false },
  label: "Enable",
  doneText: (name) => `${name} is enabled and can log in again.`,
};

export const PROMOTE: MemberAction = {
  change: { isAdmin: true },
  label: "Make admin",
  doneText: (name) => `${name} is an admin now.`,
  confirmation: {
    title: (name) => `Make ${name} an admin?`,
    text: "Admins move reports along, delete and restore them, disable members and choose other admins. The change takes effect at once.",
  },
};

export const DEMOTE: MemberAction = {
  change: { isAdmin: false },
  label: "Remove as admin",
  doneText: (name) => `${name} is no longer an admin.`,
  confirmation: {
    title: (name) => `Remove ${name} as admin?`,
    text: "They stay a member, but can no longer move, delete or restore reports, nor change members. The change takes effect at once.",
    danger: true,
  },
};
