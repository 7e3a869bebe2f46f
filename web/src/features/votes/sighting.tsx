import { type Issue, sightingText, tallyText, wholeTallyText } from "@logbook/domain";
import { useStore } from "../../shared/store/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { sendSighting } from "./api.ts";
import { ownSightingCode, sightings as ownSightings } from "./load-votes.ts";
import { useMark } from "./use-mark.ts";

interface SightingProps {
  report: Issue;
  titleId: string;
  /** Whether all browsers and systems are named. */
  isOnPage?: boolean;
}

/**
 * The button 'I see it too' of a bug. It says before it is pressed what it adds: to a pointer and by keyboard in a
 * tooltip, on a touch screen in its own text.
 */
export function SightingButton({ report: { id, type, sightings }, titleId, isOnPage = false }: SightingProps) {
  const code = useStore(ownSightingCode, LOADING);
  const { isMarked, toggle } = useMark(id, {
    marks: ownSightings,
    send: async (isSeen) => sendSighting(id, isSeen ? (await import("./own-sighting.ts")).OWN_SIGHTING : null),
    failure: "Failed to add what you see:",
    messages: ["Nothing was changed.", "You see this bug too.", "You no longer see this bug."],
  });
  if (type !== "bug") return null;
  const addition = code.kind === "loaded" && !isMarked && `adds: ${sightingText(code.code.OWN_SIGHTING)}`;
  return (
    <>
      <Button
        variant={isMarked ? "soft" : "ghost"}
        size="sm"
        aria-pressed={isMarked}
        aria-describedby={titleId}
        className="pointer-coarse:flex-col pointer-coarse:gap-0 pointer-coarse:py-0"
        data-tooltip={addition || (isMarked ? "press again to take it back" : undefined)}
        onClick={toggle}
      >
        <span className="whitespace-nowrap">I see it too</span>
        {addition && (
          <span className="hidden max-w-36 truncate font-normal text-[0.6875rem] leading-none pointer-coarse:block">
            {`+ ${sightingText(code.code.OWN_SIGHTING)}`}
          </span>
        )}
      </Button>
      {sightings !== undefined && (
        <span className="inline-flex items-center text-soft text-sm max-sm:basis-full sm:min-h-8">
          {isOnPage ? wholeTallyText(sightings) : tallyText(sightings)}
        </span>
      )}
    </>
  );
}

const LOADING = { kind: "loading" } as const;
