import type { WireMember } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeMember } from "../../shared/api/members.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import type { MemberAction } from "./member-actions.ts";

/** Runs actions on a member. `actionToConfirm` is the action whose dialog is open, until it is done. */
export function useMemberAction({ id, username }: WireMember) {
  const client = useQueryClient();
  const [actionToConfirm, setActionToConfirm] = useState<MemberAction | null>(null);
  const change = useAction(async (action: MemberAction) => {
    const say = createAnnouncer();
    await unwrap(changeMember(id, action.change), "Failed to change member:");
    await client.invalidateQueries({ queryKey: ["members"] });
    // The admin may have clicked another action meanwhile.
    setActionToConfirm((current) => (current === action ? null : current));
    say(action.doneText(username));
  });
  return {
    actionToConfirm,
    pendingAction: change.pending,
    error: change.error === null ? null : `The member was not changed. ${failureText(change.error)}`,
    start(action: MemberAction) {
      change.clearError();
      if (action.confirmation) setActionToConfirm(action);
      else change.run(action);
    },
    confirm: change.run,
    cancel: () => setActionToConfirm(null),
  };
}
