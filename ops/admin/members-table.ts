import type { Member } from "./directory.ts";

export function membersTable(members: readonly Member[]): string {
  if (members.length === 0) return "Nobody is registered yet.";
  const rows = [
    ["username", "role", "state", "registered", "id"],
    ...members.map(({ username, isAdmin, disabled, createdAt, uid }) => [
      username,
      isAdmin ? "admin" : "member",
      disabled ? "disabled" : "enabled",
      createdAt.slice(0, 10),
      uid,
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const padCell = (cell: string, column: number): string => cell.padEnd(widths[column]!);
  return rows.map((row) => row.map(padCell).join("  ").trimEnd()).join("\n");
}
