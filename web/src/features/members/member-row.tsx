import { LIMITS, type MemberChange, type WireMember } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { focusMain } from "../../shared/paged-list/paged-list.tsx";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { changeMember } from "./api.ts";
import { ResetLinkButton } from "./reset-link-button.tsx";

interface MemberAction {
  change: MemberChange;
  label: string;
  doneText: (name: string) => string;
  /** The dialog before an action that can do harm. */
  confirmation?: { title: (name: string) => string; text: string; danger?: boolean };
  /** Whether the dialog has a field for a word to the member. */
  hasWord?: true;
}

const DISABLE: MemberAction = {
  change: { disabled: true },
  label: "Disable",
  doneText: (name) => `${name} is disabled and signed out everywhere.`,
  confirmation: {
    title: (name) => `Disable ${name}?`,
    text: "They are signed out on all devices at once and cannot log in until an admin enables them again. Their reports and amendments stay.",
    danger: true,
  },
};

const ENABLE: MemberAction = {
  change: { disabled: false },
  label: "Enable",
  doneText: (name) => `${name} is enabled and can log in again.`,
};

const PROMOTE: MemberAction = {
  change: { isAdmin: true },
  label: "Make admin",
  doneText: (name) => `${name} is an admin now.`,
  confirmation: {
    title: (name) => `Make ${name} an admin?`,
    text: "Admins move reports along, delete and restore them, disable members and choose other admins. The change takes effect at once.",
  },
};

const DEMOTE: MemberAction = {
  change: { isAdmin: false },
  label: "Remove as admin",
  doneText: (name) => `${name} is no longer an admin.`,
  confirmation: {
    title: (name) => `Remove ${name} as admin?`,
    text: "They stay a member, but can no longer move, delete or restore reports, nor change members. The change takes effect at once.",
    danger: true,
  },
};

const ACCEPT: MemberAction = {
  change: { admitted: true },
  label: "Let in",
  doneText: (name) => `${name} is let in.`,
};

const REFUSE: MemberAction = {
  change: { admitted: false },
  label: "Refuse",
  doneText: (name) => `${name} is refused.`,
  confirmation: {
    title: (name) => `Refuse ${name}?`,
    text: "They get no access, and read your word when they log in. You can let them in later.",
    danger: true,
  },
  hasWord: true,
};

function actionsFor({ isAdmin, disabled, state }: WireMember): MemberAction[] {
  if (state === "waiting") return [ACCEPT, REFUSE];
  if (state === "refused") return [ACCEPT];
  return [isAdmin ? DEMOTE : PROMOTE, disabled ? ENABLE : DISABLE];
}

interface MemberRowProps {
  member: WireMember;
  isCurrentUser: boolean;
}

/** One member with the buttons for an admin's actions. Admins get no buttons for their own account. */
export function MemberRow({ member, isCurrentUser }: MemberRowProps) {
  const { username, isAdmin, disabled, createdAt, state } = member;
  const nameId = useId();
  const { actionToConfirm, pendingAction, error, word, setWord, start, confirm, cancel } = useMemberAction(member);
  return (
    <li className="overflow-clip flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <NameLine member={member} isCurrentUser={isCurrentUser} nameId={nameId} />
        <p className="text-soft text-sm">
          <span>{state === undefined ? "Joined " : "Registered "}</span>
          <TimeAgo at={createdAt} />
        </p>
      </div>
      {!isCurrentUser && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {actionsFor(member).map((action, index) => (
            <Button
              // With the index as key, the button keeps the focus when its action changes, as from Disable to Enable.
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of buttons changes only with the member's state
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
          {!isAdmin && !disabled && <ResetLinkButton member={member} nameId={nameId} />}
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
          focusFallback={focusMain}
          controls={
            actionToConfirm.hasWord && (
              <Field label="A word to them (optional)" className="mt-4">
                {(fieldProps) => (
                  <TextArea
                    {...fieldProps}
                    maxLength={LIMITS.refusalLength}
                    value={word}
                    onChange={({ target }) => setWord(target.value)}
                  />
                )}
              </Field>
            )
          }
        >
          {actionToConfirm.confirmation.text}
        </ConfirmDialog>
      )}
    </li>
  );
}

const STATE_LABELS = { waiting: "Waiting", refused: "Refused" } as const;

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
        <Badge
          tone={member.state === "waiting" ? "amber" : "red"}
          icon={member.state === "waiting" ? "circle-dot" : "ban"}
        >
          {member.state === undefined ? "Disabled" : STATE_LABELS[member.state]}
        </Badge>
      )}
    </div>
  );
}

/** Runs actions on a member. `actionToConfirm` is the action whose dialog is open. */
function useMemberAction({ id, username }: WireMember) {
  const client = useQueryClient();
  const [actionToConfirm, setActionToConfirm] = useState<MemberAction | null>(null);
  const [word, setWord] = useState("");
  const memberChange = useAction(async (action: MemberAction) => {
    const announceResult = createAnnouncer();
    const change = { ...action.change, ...(action.hasWord && word.trim() !== "" && { word: word.trim() }) };
    await unwrap(changeMember(id, change), "Failed to change member:");
    // The row leaves the list of those who wait, with its focused button.
    if (action.change.admitted !== undefined && action.confirmation === undefined) focusMain();
    await client.invalidateQueries({ queryKey: ["members"] });
    // Close this action's dialog. The admin may have opened another action's dialog meanwhile.
    setActionToConfirm((openAction) => (openAction === action ? null : openAction));
    announceResult(action.doneText(username));
  });
  return {
    actionToConfirm,
    word,
    setWord,
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
