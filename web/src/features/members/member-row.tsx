import type { WireMember } from "@logbook/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureOf, unwrap } from "../../shared/api/api-error.ts";
import { changeMember } from "../../shared/api/change-member.ts";
import { UNEXPECTED } from "../../shared/texts.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { DEMOTE, DISABLE, ENABLE, type MemberAction, PROMOTE } from "./member-actions.ts";

/** One member with the actions of an admin. Nobody can change their own account here. */
export function MemberRow({ member, isOneself }: { member: WireMember; isOneself: boolean }) {
  const { username, isAdmin, disabled, createdAt } = member;
  const client = useQueryClient();
  const nameId = useId();
  const [asking, setAsking] = useState<MemberAction | null>(null);
  const change = useMutation({
    mutationFn: (action: MemberAction) => unwrap(changeMember(member.id, action.change)),
    onMutate: createAnnouncer,
    onSuccess: async (_answer, action, say) => {
      await client.invalidateQueries({ queryKey: ["members"] });
      // Another may have been asked for meanwhile.
      setAsking((asked) => (asked === action ? null : asked));
      say(action.done(username));
    },
    onError: (error) => console.error("Failed to change member:", failureOf(error) ?? error),
  });
  const error = change.isError ? `The member was not changed. ${failureOf(change.error)?.error ?? UNEXPECTED}` : null;
  const press = (action: MemberAction) => {
    change.reset();
    if (action.ask) setAsking(action);
    else change.mutate(action);
  };
  const actions = [isAdmin ? DEMOTE : PROMOTE, disabled ? ENABLE : DISABLE];
  return (
    <li className="overflow-clip flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 id={nameId} dir="auto" className="min-w-0 break-words font-semibold">
            {username}
          </h2>
          {isOneself && <Badge>You</Badge>}
          {isAdmin && (
            <Badge tone="accent" icon="shield-check">
              Admin
            </Badge>
          )}
          {disabled && (
            <Badge tone="red" icon="ban">
              Disabled
            </Badge>
          )}
        </div>
        <p className="text-soft text-sm">
          Joined <TimeAgo at={createdAt} />
        </p>
      </div>
      {!isOneself && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {actions.map((action, at) => (
            <Button
              // By place: the button that was pressed keeps the focus when it comes to mean the opposite.
              // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same two
              key={at}
              size="sm"
              variant={action.ask?.danger ? "danger" : "secondary"}
              busy={change.isPending && change.variables === action}
              aria-describedby={nameId}
              onClick={() => press(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {error !== null && asking === null && (
        <Notice kind="error" className="basis-full">
          {error}
        </Notice>
      )}
      {asking?.ask && (
        <ConfirmDialog
          title={asking.ask.title(username)}
          cancelLabel="Cancel"
          confirmLabel={asking.label}
          danger={asking.ask.danger ?? false}
          busy={change.isPending}
          error={error}
          onConfirm={() => change.mutate(asking)}
          close={() => setAsking(null)}
        >
          {asking.ask.text}
        </ConfirmDialog>
      )}
    </li>
  );
}
