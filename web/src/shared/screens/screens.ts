/** Where an admin's reset link leads. */
export const RESET_PATH = "/reset-password";

/** The screens that only admins have. The header and the account menu link to them. */
export const ADMIN_SCREENS = [
  { path: "/members", name: "Members" },
  { path: "/trash", name: "Trash" },
] as const;
