import type { IssueType, User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { type FieldErrors, type UseFormReturn, useForm } from "react-hook-form";
import { hasUserChanged } from "../../shared/session/store.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { prepareShowAboveList, reloadIssues } from "../after-write/index.ts";
import { upload } from "../attachments/index.ts";
import { DRAFT_REPLACED, readDraftMarker, storeSentDraft } from "../drafts/index.ts";
import {
  type Draft,
  draftStore,
  endDraft,
  isBegun,
  type SendState,
  saveDraft,
  useSaveDraft,
} from "../drafts/index-lazy.ts";
import { markAsFollowed } from "../news/index.ts";
import {
  cleanTexts,
  EMPTY_TEXTS,
  fieldOrder,
  type ReportTexts,
  type TextName,
  validateTexts,
  withHiddenTexts,
} from "../report-texts/index.ts";
import { sendReport } from "./send-report.ts";

const DONE_MESSAGES: Record<IssueType, string> = { bug: "Bug report added.", feature: "Feature request added." };

/**
 * `onClose` is called when the user closes the form by Escape, `onDone` once the report is stored or discarded,
 * `onReopen` when the user undoes the discard, `onFailed` with a sentence if the report could not be sent.
 */
export interface ReportFormProps {
  type: IssueType;
  user: User;
  draft: Draft;
  /** Grows each time the user opens the form, which then takes the focus. */
  openCount: number;
  onClose: () => void;
  onDone: () => void;
  onReopen: () => void;
  onFailed: (error: string) => void;
}

export function useReportForm(props: ReportFormProps) {
  const { type, user, draft } = props;
  const [sendState, setSendState] = useState<SendState>({ kind: draft.pendingSend ? "sending" : "idle" });

  const form = useForm<ReportTexts>({
    defaultValues: draft.texts,
    // `focusInvalidField` moves the focus after an error.
    shouldFocusError: false,
    resolver: (texts, ...context) => validateTexts(cleanTexts(withHiddenTexts(type, texts, EMPTY_TEXTS)), ...context),
  });

  useEffect(() => {
    // An earlier mount of the form may have started to send the draft.
    void draft.pendingSend?.then(setSendState);
    return () => {
      draft.texts = form.getValues();
    };
  }, [draft, form]);
  useSaveDraft(user.id, type, draft, form);

  const submit = form.handleSubmit(
    async (texts) => {
      // Do not check `sendState`: it changes only with the next render, and a second submit may come before.
      if (draft.pendingSend) return;
      setSendState({ kind: "sending" });
      draft.pendingSend = sendDraft(texts, props).finally(() => {
        draft.pendingSend = null;
      });
      setSendState(await draft.pendingSend);
    },
    (errors) => focusInvalidField(form, fieldOrder(type), errors),
  );

  const retryUpload = (key: string) => {
    // Hides the error of the last attempt to send.
    setSendState({ kind: "idle" });
    draft.files.uploadFile(key, { uid: user.id, issueId: draft.id }, upload);
  };

  const close = () => {
    props.onClose();
    if (isBegun(draft, form.getValues())) announce("The form is closed. Your draft is kept.");
  };

  return { form, submit, sendState, retryUpload, close, discard: () => discardDraft(form.getValues(), props) };
}

/** Focuses the topmost invalid field. React Hook Form would focus the field that was registered first. */
export function focusInvalidField(
  form: UseFormReturn<ReportTexts>,
  fields: readonly TextName[],
  errors: FieldErrors<ReportTexts>,
): void {
  const firstInvalidField = fields.find((name) => errors[name]);
  if (firstInvalidField === undefined) return;
  // A field inside a closed `<details>` cannot have the focus.
  const { ref } = errors[firstInvalidField] as { ref?: unknown };
  if (ref instanceof HTMLElement) ref.closest("details")?.setAttribute("open", "");
  form.setFocus(firstInvalidField);
}

/** Closes the form and discards the draft. The button Undo of the message brings the draft back. */
function discardDraft(texts: ReportTexts, { type, user, draft, onDone, onReopen }: ReportFormProps): void {
  endDraft(user.id, draft);
  onDone();
  announce("Your report was not sent.", {
    label: "Undo",
    shortcutHint: "Ctrl+Z brings it back.",
    run: () => {
      // The browser saves only one draft: saving this one again would delete the one that followed it.
      const isNextDraftSaved = readDraftMarker(user.id)?.key === draftStore.get().key;
      if (isNextDraftSaved) return announce(DRAFT_REPLACED);
      draftStore.set({ ...draft, texts, pendingSend: null });
      void saveDraft(user.id, type, draftStore.get(), texts);
      onReopen();
    },
  });
}

/** Sends a draft. On success, a new draft takes its place and the form closes. */
async function sendDraft(
  texts: ReportTexts,
  { type, user, draft, onDone, onFailed }: ReportFormProps,
): Promise<SendState> {
  const outcome = await sendReport(draft, { texts, type, user });
  // If the user logged out meanwhile, the draft was replaced. If the session has ended otherwise, the draft is kept.
  const isCurrent = draftStore.get() === draft;
  // The next user must not see a message about this report.
  const mayAnnounce = isCurrent && !hasUserChanged(user);
  if (mayAnnounce && outcome.kind === "failed") onFailed(outcome.error);
  if (isCurrent && outcome.kind === "sent") {
    // If the page is closed before `endDraft` has removed the marker, the next visit must not offer the sent draft.
    storeSentDraft(draft.key);
    endDraft(user.id, draft);
    onDone();
  }
  if (mayAnnounce && outcome.kind === "sent") {
    markAsFollowed(draft.id);
    announce(DONE_MESSAGES[type]);
  }
  // Prepare this before the reload: the function does nothing if the user has begun another search since.
  const showAboveList = prepareShowAboveList();
  // Reload after a failure, too: the API may have stored a report whose response was lost.
  void reloadIssues().then(() => {
    if (mayAnnounce && outcome.kind === "sent" && outcome.report) showAboveList(outcome.report);
  });
  return outcome.kind === "failed" ? outcome : { kind: "idle" };
}
