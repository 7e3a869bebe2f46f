import type { WireMember } from "@logbook/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeMember } from "../../shared/api/members.ts";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import type { MemberAction } from "./member-actions.ts";

/** Runs actions on a member. An action that needs a confirmation is in `asking` from the click until it is done. */
export function useMemberAction({ id, username }: WireMember) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<MemberAction | null>(null);
  const change = useMutation({
    mutationFn: (action: MemberAction) => unwrap(changeMember(id, action.change)),
    onMutate: createAnnouncer,
    onSuccess: async (_result, action, say) => {
      await client.invalidateQueries({ queryKey: ["members"] });
      // The admin may have clicked another action meanwhile.
      setAsking((asked) => (asked === action ? null : asked));
      say(action.done(username));
    },
    onError: (error) => console.error("Failed to change member:", failureOf(error) ?? error),
  });
  return {
    asking,
    pending: change.isPending ? change.variables : null,
    error: change.isError ? `The member was not changed. ${failureText(change.error)}` : null,
    start(action: MemberAction) {
      change.reset();
      if (action.ask) setAsking(action);
      else change.mutate(action);
    },
    confirm: change.mutate,
    cancel: () => setAsking(null),
  };
}
