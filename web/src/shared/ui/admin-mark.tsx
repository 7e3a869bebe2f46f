import { Badge } from "./badge.tsx";

/** Marks what an admin wrote. */
export function AdminMark({ byAdmin }: { byAdmin?: true | undefined }) {
  return byAdmin && <Badge tone="accent">Admin</Badge>;
}
