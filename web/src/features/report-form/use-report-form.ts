import { zodResolver } from "@hookform/resolvers/zod";
import { type IssueType, reportTextsSchema, type User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { createIssue } from "../../shared/api/create-issue.ts";
import { reportCreated } from "../../shared/api/just-created.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { readDraftMarker, storeSentDraft } from "../../shared/drafts/draft-marker.ts";
import { DRAFT_REPLACED } from "../../shared/drafts/restore-draft-marker.ts";
import { followOwnWrite } from "../../shared/news/news.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { upload, uploadedAttachments } from "../attachments/index.ts";
import { beginDraft, type Draft, draftStore, renewDraft, returnToDraft, type SendState } from "./draft.ts";
import { cleanTexts, fieldOrder, type ReportTexts, textsOfType } from "./report-texts.ts";
import { forgetDraft, saveDraft } from "./saved-draft.ts";
import { sendReport } from "./send-report.ts";
import { useAskBeforeLosingFiles } from "./unsaved-files.ts";

// A crash loses at most what was typed in this time.
const SAVE_DELAY_MS = 300;

const DONE_MESSAGES: Record<IssueType, string> = { bug: "Bug report added.", feature: "Feature request added." };

const validate: Resolver<ReportTexts> = zodResolver(reportTextsSchema.required());

/**
 * `onDone` is called once the report is stored or discarded, `onReopen` when the user undoes the discard, `onFailed`
 * with a sentence if the report could not be sent.
 */
export interface ReportFormOptions {
  type: IssueType;
  user: User;
  draft: Draft;
  onDone: () => void;
  onReopen: () => void;
  onFailed: (error: string) => void;
}

export function useReportForm(options: ReportFormOptions) {
  const { type, user, draft } = options;
  const [sendState, setSendState] = useState<SendState>({ kind: draft.pendingSend ? "sending" : "idle" });

  const form = useForm<ReportTexts>({
    defaultValues: draft.texts,
    // The library would focus by order of registration; `submit` focuses the first invalid field from the top.
    shouldFocusError: false,
    resolver: (texts, context, resolverOptions) =>
      validate(cleanTexts(textsOfType(type, texts)), context, resolverOptions),
  });

  useEffect(() => {
    // An earlier mount of the form may have started to send the draft.
    void draft.pendingSend?.then(setSendState);
    return () => {
      draft.texts = form.getValues();
    };
  }, [draft, form]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      timer = undefined;
      void saveDraft(user.id, type, draft, form.getValues());
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    const unsubscribers = [
      form.subscribe({ formState: { values: true }, callback: saveSoon }),
      draft.files.subscribe(saveSoon),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
  }, [draft, form, type, user.id]);

  useAskBeforeLosingFiles(draft);

  const submit = form.handleSubmit(
    async (texts) => {
      // `sendState` would be too late: two submits can come before the next render.
      if (draft.pendingSend) return;
      setSendState({ kind: "sending" });
      draft.pendingSend = sendDraft(texts, options).finally(() => {
        draft.pendingSend = null;
      });
      setSendState(await draft.pendingSend);
    },
    (errors) => {
      const firstInvalid = fieldOrder(type).find((name) => errors[name]);
      if (firstInvalid === undefined) return;
      // A field inside closed details cannot have the focus.
      const { ref } = errors[firstInvalid] as { ref?: unknown };
      if (ref instanceof HTMLElement) ref.closest("details")?.setAttribute("open", "");
      form.setFocus(firstInvalid);
    },
  );

  const retryUpload = (key: string) => {
    setSendState({ kind: "idle" });
    void draft.files.uploadFile(key, uploadFolder(user, draft), upload);
  };

  /** Closes the form and discards the draft; Undo brings it back. */
  const discard = () => {
    const { onDone, onReopen } = options;
    const texts = form.getValues();
    forgetDraft(user.id, draft);
    beginDraft();
    onDone();
    announce("Your report was not sent.", {
      label: "Undo",
      shortcutHint: "Ctrl+Z brings it back.",
      run: () => {
        if (readDraftMarker(user.id)?.key === draftStore.get().key) {
          announce(DRAFT_REPLACED);
          return;
        }
        returnToDraft({ ...draft, texts, pendingSend: null });
        void saveDraft(user.id, type, draftStore.get(), texts);
        onReopen();
      },
    });
  };

  return { form, submit, sendState, retryUpload, discard };
}

const uploadFolder = (user: User, draft: Draft) => ({ uid: user.id, issueId: draft.id });

/** Sends a draft. On success an empty draft replaces it and the form closes. */
async function sendDraft(
  texts: ReportTexts,
  { type, user, draft, onDone, onFailed }: ReportFormOptions,
): Promise<SendState> {
  const send = () =>
    sendReport(
      { ...texts, id: draft.id, type, reporter: user.username, userId: user.id },
      {
        uploadAll: () => draft.files.uploadAll(uploadFolder(user, draft), upload),
        attachments: () => uploadedAttachments(draft.files.get()),
        create: createIssue,
      },
    );
  let outcome = await send();
  if (outcome.kind === "failed" && outcome.mayResend) {
    renewDraft(draft);
    outcome = await send();
  }
  // If the reporter signed out while sending, no message is shown: the next user would see it.
  const isCurrent = draftStore.get() === draft;
  if (outcome.kind === "failed") {
    if (outcome.mustRenew) renewDraft(draft);
    if (isCurrent) onFailed(outcome.error);
  } else if (isCurrent) {
    followOwnWrite(draft.id);
    storeSentDraft(draft.key);
    forgetDraft(user.id, draft);
    beginDraft();
    onDone();
    announce(DONE_MESSAGES[type]);
  }
  // Reload after a failure too: a report whose response got lost is in the list. A retry does not wait for this.
  const showCreated = reportCreated();
  void reloadIssues().then(() => {
    if (isCurrent && outcome.kind === "sent" && outcome.report) showCreated(outcome.report);
  });
  return outcome.kind === "failed" ? outcome : { kind: "idle" };
}
