import { useQuery } from "@tanstack/react-query";
import { unwrap } from "../../shared/api/result.ts";
import { countWaiting } from "./api.ts";

const STALE_MS = 60_000;

/** The number of people who wait to be let in, for admins; nothing if nobody waits. */
export function WaitingCount({ className }: { className: string }) {
  const { data } = useQuery({
    queryKey: ["members", "waiting"],
    queryFn: ({ signal }) => unwrap(countWaiting(signal)),
    staleTime: STALE_MS,
    meta: { failure: "Failed to count those who wait:" },
  });
  if (!data?.waiting) return null;
  return (
    <span
      className={`inline-block min-w-4.5 rounded-full bg-flag px-1 text-center font-semibold text-[0.6875rem] text-cover leading-4.5 ${className}`}
    >
      <span>{data.waiting}</span>
      <span className="sr-only"> waiting</span>
    </span>
  );
}
