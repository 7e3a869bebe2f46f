import type { WireMember } from "@logbook/domain";
import { useId } from "react";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { DEMOTE, DISABLE, ENABLE, PROMOTE } from "./member-actions.ts";
import { useMemberAction } from "./use-member-action.ts";

interface MemberRowProps {
  member: WireMember;
  isOneself: boolean;
}

/** One member with the actions of an admin. Nobody can change their own account here. */
export function MemberRow({ member, isOneself }: MemberRowProps) {
  const { username, isAdmin, disabled, createdAt } = member;
  const nameId = useId();
  const { actionToConfirm, pendingAction, error, start, confirm, cancel } = useMemberAction(member);
  const actions = [isAdmin ? DEMOTE : PROMOTE, disabled ? ENABLE : DISABLE];
  return (
    <li className="overflow-clip flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <NameLine member={member} isOneself={isOneself} nameId={nameId} />
        <p className="text-soft text-sm">
          Joined <TimeAgo at={createdAt} />
        </p>
      </div>
      {!isOneself && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {actions.map((action, index) => (
            <Button
              // With the index as key, the clicked button keeps the focus when its action becomes the opposite.
              // biome-ignore lint/suspicious/noArrayIndexKey: there are always these two buttons
              key={index}
              size="sm"
              variant={action.confirmation?.danger ? "danger" : "secondary"}
              busy={pendingAction === action}
              aria-describedby={nameId}
              onClick={() => start(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {error !== null && actionToConfirm === null && (
        <Notice kind="error" className="basis-full">
          {error}
        </Notice>
      )}
      {actionToConfirm?.confirmation && (
        <ConfirmDialog
          title={actionToConfirm.confirmation.title(username)}
          cancelLabel="Cancel"
          confirmLabel={actionToConfirm.label}
          danger={actionToConfirm.confirmation.danger ?? false}
          busy={pendingAction !== null}
          error={error}
          onConfirm={() => confirm(actionToConfirm)}
          close={cancel}
        >
          {actionToConfirm.confirmation.text}
        </ConfirmDialog>
      )}
    </li>
  );
}

function NameLine({ member, isOneself, nameId }: MemberRowProps & { nameId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h2 id={nameId} dir="auto" className="min-w-0 break-words font-semibold">
        {member.username}
      </h2>
      {isOneself && <Badge>You</Badge>}
      {member.isAdmin && (
        <Badge tone="accent" icon="shield-check">
          Admin
        </Badge>
      )}
      {member.disabled && (
        <Badge tone="red" icon="ban">
          Disabled
        </Badge>
      )}
    </div>
  );
}
