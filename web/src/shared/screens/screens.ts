/** The screens for admins, beside the dashboard. */
export const ADMIN_SCREENS = [
  { path: "/members", name: "Members" },
  { path: "/trash", name: "Trash" },
] as const;
