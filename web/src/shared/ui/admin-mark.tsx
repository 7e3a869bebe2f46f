import { Badge } from "./badge.tsx";

/** Marks a report or an amendment whose author was an admin. */
export function AdminMark({ byAdmin }: { byAdmin?: true | undefined }) {
  return byAdmin && <Badge tone="accent">Admin</Badge>;
}
