import type { WireMember } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeMember } from "../../shared/api/admin.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import type { MemberAction } from "./member-actions.ts";

/** Runs actions on a member. `actionToConfirm` is the action whose dialog is open. */
export function useMemberAction({ id, username }: WireMember) {
  const client = useQueryClient();
  const [actionToConfirm, setActionToConfirm] = useState<MemberAction | null>(null);
  const memberChange = useAction(async (action: MemberAction) => {
    const announceResult = createAnnouncer();
    await unwrap(changeMember(id, action.change), "Failed to change member:");
    await client.invalidateQueries({ queryKey: ["members"] });
    // Close this action's dialog. The admin may have opened another action's dialog meanwhile.
    setActionToConfirm((openAction) => (openAction === action ? null : openAction));
    announceResult(action.doneText(username));
  });
  return {
    actionToConfirm,
    pendingAction: memberChange.pending,
    error: memberChange.error === null ? null : `The member was not changed. ${failureText(memberChange.error)}`,
    start(action: MemberAction) {
      memberChange.clearError();
      if (action.confirmation) setActionToConfirm(action);
      else memberChange.run(action);
    },
    confirm: memberChange.run,
    cancel: () => setActionToConfirm(null),
  };
}
