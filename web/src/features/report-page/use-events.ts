import type { WireEvent, WireHistory } from "@logbook/domain";
import { useState } from "react";
import { unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { readEarlierEvents } from "./api.ts";

/** The events that a report's page shows, oldest first: the last ones, and earlier ones once the user asks for them. */
export function useEvents(issueId: string, last: WireHistory) {
  const [loaded, setLoaded] = useState<WireHistory | null>(null);
  const events = loaded === null ? last.events : mergeEvents(loaded.events, last.events);
  const { earlier } = loaded ?? last;
  const showEarlier = useAction(async () => {
    if (earlier === null) return;
    const history = await unwrap(readEarlierEvents(issueId, earlier), "Failed to load the history:");
    // The shown events too, because a later response of the page may no longer have the oldest of them.
    setLoaded({ events: [...history.events, ...events], earlier: history.earlier });
    announce("Earlier changes shown.");
  });
  return { events, hasEarlier: earlier !== null, showEarlier };
}

/** Two parts of a history as one; both may have the same events. */
function mergeEvents(earlierEvents: readonly WireEvent[], laterEvents: readonly WireEvent[]): WireEvent[] {
  const keyOf = (event: WireEvent): string => `${event.at} ${event.kind} ${event.kind === "edited" ? event.id : ""}`;
  return [...new Map([...earlierEvents, ...laterEvents].map((event) => [keyOf(event), event])).values()];
}
