import { zodResolver } from "@hookform/resolvers/zod";
import { type IssueType, reportTextsSchema, type User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { prepareShowAboveList } from "../../shared/api/just-created.ts";
import { createIssue, reloadIssues } from "../../shared/api/report-writes.ts";
import { DRAFT_REPLACED, readDraftMarker, storeSentDraft } from "../../shared/drafts/drafts.ts";
import { followOwnWrite } from "../../shared/news/news.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { upload, uploadedAttachments } from "../attachments/index.ts";
import { beginDraft, type Draft, draftStore, renewDraft, returnToDraft, type SendState } from "./draft.ts";
import { cleanTexts, fieldOrder, type ReportTexts, textsOfType } from "./report-texts.ts";
import { forgetDraft, saveDraft } from "./saved-draft.ts";
import { sendReport } from "./send-report.ts";
import { useAskBeforeLosingFiles } from "./unsaved-files.ts";

// The draft is saved when nothing was typed for this long.
const SAVE_DELAY_MS = 300;

const DONE_MESSAGES: Record<IssueType, string> = { bug: "Bug report added.", feature: "Feature request added." };

// The API fills in missing fields, but the form has all of them, so the schema here is `required()`.
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
    // The library would focus the invalid field that was registered first. `submit` focuses the topmost one.
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
      // Save the last changes at once, unless they are saved already.
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
  }, [draft, form, type, user.id]);

  useAskBeforeLosingFiles(draft);

  const submit = form.handleSubmit(
    async (texts) => {
      // Do not check `sendState`: it changes only with the next render, and a second submit may come before.
      if (draft.pendingSend) return;
      setSendState({ kind: "sending" });
      draft.pendingSend = sendDraft(texts, options).finally(() => {
        draft.pendingSend = null;
      });
      setSendState(await draft.pendingSend);
    },
    (errors) => {
      const firstInvalidField = fieldOrder(type).find((name) => errors[name]);
      if (firstInvalidField === undefined) return;
      // A field inside a closed `<details>` cannot have the focus.
      const { ref } = errors[firstInvalidField] as { ref?: unknown };
      if (ref instanceof HTMLElement) ref.closest("details")?.setAttribute("open", "");
      form.setFocus(firstInvalidField);
    },
  );

  const retryUpload = (key: string) => {
    // Hides the error of the last attempt to send.
    setSendState({ kind: "idle" });
    void draft.files.uploadFile(key, uploadFolder(user, draft), upload);
  };

  /** Closes the form and discards the draft. The button Undo of the message brings the draft back. */
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
        // The browser saves only one draft: saving this one again would delete the next.
        const isNextDraftSaved = readDraftMarker(user.id)?.key === draftStore.get().key;
        if (isNextDraftSaved) {
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

/** Sends a draft. On success, a new draft takes its place and the form closes. */
async function sendDraft(
  texts: ReportTexts,
  { type, user, draft, onDone, onFailed }: ReportFormOptions,
): Promise<SendState> {
  const send = () =>
    sendReport(
      { ...texts, id: draft.id, type, reporter: user.username, userId: user.id },
      {
        uploadAll: () => draft.files.uploadAll(uploadFolder(user, draft), upload),
        uploadedAttachments: () => uploadedAttachments(draft.files.get()),
        create: createIssue,
      },
    );
  let outcome = await send();
  // The uploaded files were deleted meanwhile, so upload them again and send the report once more.
  if (outcome.kind === "failed" && outcome.mayResend) {
    renewDraft(draft);
    outcome = await send();
  }
  // Signing out begins another draft. Then no message is shown: the next user would see it.
  const isCurrent = draftStore.get() === draft;
  if (outcome.kind === "failed") {
    // The API has another report with this id, or the uploaded files are gone again.
    if (outcome.mustRenew) renewDraft(draft);
    if (isCurrent) onFailed(outcome.error);
  } else if (isCurrent) {
    followOwnWrite(draft.id);
    // If the page is closed before `forgetDraft` has finished, the next visit must not offer the sent draft.
    storeSentDraft(draft.key);
    forgetDraft(user.id, draft);
    beginDraft();
    onDone();
    announce(DONE_MESSAGES[type]);
  }
  // Create the function before the reload: it does nothing if the user has begun another search since its creation.
  const showAboveList = prepareShowAboveList();
  // Reload after a failure, too: the API may have stored a report whose response was lost.
  void reloadIssues().then(() => {
    if (isCurrent && outcome.kind === "sent" && outcome.report) showAboveList(outcome.report);
  });
  return outcome.kind === "failed" ? outcome : { kind: "idle" };
}
