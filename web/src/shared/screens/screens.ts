/** The screens that only admins have. Header and account menu link to them. */
export const ADMIN_SCREENS = [
  { path: "/members", name: "Members" },
  { path: "/trash", name: "Trash" },
] as const;
