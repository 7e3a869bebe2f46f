import { CHAT_LABELS, CHAT_RESULTS, type WireChat, type WireChatTest } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { changeChatTitles, testChat } from "./api.ts";

/** What the chat gets to hear, and a test message. */
export function ChatSetting({ chat: { service, titles } }: { chat: WireChat }) {
  const client = useQueryClient();
  const hintId = useId();
  const change = useAction(async (newTitles: boolean) => {
    const announceResult = createAnnouncer();
    await unwrap(changeChatTitles(newTitles), "Failed to change what the chat gets:");
    await client.invalidateQueries({ queryKey: ["members"] });
    announceResult(newTitles ? "The chat gets titles from now on." : "The chat gets no titles from now on.");
  });
  return (
    <section aria-label="Chat" className="max-w-xl print:hidden">
      <p className="font-medium">{`New reports, status steps and entries of What’s new go to ${CHAT_LABELS[service]}.`}</p>
      <label className="mt-1 flex min-h-11 w-fit items-center gap-2 sm:min-h-9">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={change.pending ?? titles}
          aria-busy={change.isPending || undefined}
          aria-describedby={hintId}
          onChange={({ target }) => {
            if (!change.isPending) change.run(target.checked);
          }}
        />
        <span>Titles in the chat</span>
      </label>
      <p id={hintId} className="text-soft text-sm">
        Everybody in that room reads them, also people who are no members. Without titles the chat gets the number, the
        type, the status and the link.
      </p>
      {change.error !== null && (
        <Notice kind="error" className="mt-2">
          {`This was not changed. ${failureText(change.error)}`}
        </Notice>
      )}
      <TestMessage />
    </section>
  );
}

/** Sends a test message to the chat, and says what became of it. */
function TestMessage() {
  const [outcome, setOutcome] = useState<WireChatTest | null>(null);
  const test = useAction(async () => {
    setOutcome(null);
    setOutcome(await unwrap(testChat(), "Failed to send a test message:"));
  });
  return (
    <>
      <Button size="sm" className="mt-2" busy={test.isPending} onClick={() => test.run()}>
        Send a test message
      </Button>
      {outcome !== null && (
        <Notice kind={outcome.result === "delivered" ? "info" : "error"} className="mt-2">
          {sentenceOf(outcome)}
        </Notice>
      )}
      {test.error !== null && (
        <Notice kind="error" className="mt-2">
          {failureText(test.error)}
        </Notice>
      )}
    </>
  );
}

function sentenceOf({ result, status }: WireChatTest): string {
  return status === undefined ? CHAT_RESULTS[result] : `${CHAT_RESULTS[result]} (Its answer was ${status}.)`;
}
