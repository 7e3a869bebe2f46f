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
  isCurrentUser: boolean;
}

/** One member with the buttons for an admin's actions. Admins get no buttons for their own account. */
export function MemberRow({ member, isCurrentUser }: MemberRowProps) {
  const { username, isAdmin, disabled, createdAt } = member;
  const nameId = useId();
  const { actionToConfirm, pendingAction, error, start, confirm, cancel } = useMemberAction(member);
  const actions = [isAdmin ? DEMOTE : PROMOTE, disabled ? ENABLE : DISABLE];
  return (
    <li className="overflow-clip flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <NameLine member={member} isCurrentUser={isCurrentUser} nameId={nameId} />
        <p className="text-soft text-sm">
          Joined <TimeAgo at={createdAt} />
        </p>
      </div>
      {!isCurrentUser && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {actions.map((action, index) => (
            <Button
              // With the index as key, the button keeps the focus when its action changes, as from Disable to Enable.
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
      {/* An open dialog shows the error itself. */}
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

function NameLine({ member, isCurrentUser, nameId }: MemberRowProps & { nameId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h2 id={nameId} dir="auto" className="min-w-0 break-words font-semibold">
        {member.username}
      </h2>
      {isCurrentUser && <Badge>You</Badge>}
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
