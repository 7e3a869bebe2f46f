import { zodResolver } from "@hookform/resolvers/zod";
import { type IssueType, reportTextsSchema, type User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { createIssue } from "../../shared/api/create-issue.ts";
import { reportCreated } from "../../shared/api/just-created.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { upload, uploadedAttachments } from "../attachments/index.ts";
import { beginDraft, type Draft, draftStore, renewDraft, type Sending } from "./draft.ts";
import { fieldOrder, ownTexts, type ReportTexts, tidied } from "./report-texts.ts";
import { sendReport } from "./send-report.ts";

const DONE: Record<IssueType, string> = { bug: "Bug report added.", feature: "Feature request added." };

const resolve: Resolver<ReportTexts> = zodResolver(reportTextsSchema.required());

/** A draft as the form fills it in and sends it: another is begun then, and `onDone` closes the form; `onFailed` is told why not. */
export function useReportForm({
  type,
  user,
  draft,
  onDone,
  onFailed,
}: {
  type: IssueType;
  user: User;
  draft: Draft;
  onDone: () => void;
  onFailed: (error: string) => void;
}) {
  const [sending, setSending] = useState<Sending>({ kind: draft.underWay ? "sending" : "idle" });
  const place = () => ({ uid: user.id, issueId: draft.id });

  const form = useForm<ReportTexts>({
    defaultValues: draft.texts,
    // The first bad field from the top is found below; the library would go by the order of registration.
    shouldFocusError: false,
    resolver: (texts, context, options) => resolve(tidied(ownTexts(type, texts)), context, options),
  });

  useEffect(() => {
    // Sent by a form that was taken away meanwhile.
    void draft.underWay?.then(setSending);
    return () => {
      draft.texts = form.getValues();
    };
  }, [draft, form]);

  const send = async (texts: ReportTexts): Promise<Sending> => {
    const outcome = await sendReport(
      { ...texts, id: draft.id, type, reporter: user.username, userId: user.id },
      {
        uploadAll: () => draft.files.uploadAll(place(), upload),
        attachments: () => uploadedAttachments(draft.files.get()),
        create: createIssue,
      },
    );
    // Who has logged out meanwhile is not told any more, nor is the next person.
    const isOurs = draftStore.get() === draft;
    if (outcome.kind === "failed") {
      if (outcome.renew) renewDraft(draft);
      if (isOurs) onFailed(outcome.error);
    } else if (isOurs) {
      beginDraft();
      onDone();
      announce(DONE[type]);
    }
    // After a failure too: a report whose answer got lost is in the list. Not waited for, so that one can try again.
    const show = reportCreated();
    void reloadIssues().then(() => {
      if (isOurs && outcome.kind === "sent" && outcome.issue) show(outcome.issue);
    });
    return outcome.kind === "failed" ? outcome : { kind: "idle" };
  };

  const submit = form.handleSubmit(
    async (texts) => {
      // Not by state: two presses can come before it is drawn.
      if (draft.underWay) return;
      setSending({ kind: "sending" });
      draft.underWay = send(texts).finally(() => {
        draft.underWay = null;
      });
      setSending(await draft.underWay);
    },
    (errors) => {
      const first = fieldOrder(type).find((name) => errors[name]);
      if (first) form.setFocus(first);
    },
  );

  return {
    form,
    submit,
    sending,
    retry: (key: string) => {
      setSending({ kind: "idle" });
      void draft.files.uploadFile(key, place(), upload);
    },
  };
}
