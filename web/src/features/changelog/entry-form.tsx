import { entryTextsSchema, LIMITS, toPlainText, type User, type WireEntry } from "@logbook/domain";
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { reload } from "../../shared/api/query-client.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { formKeys } from "../../shared/ui/form-keys.ts";
import { isFormShown, remainingCharacters } from "../../shared/ui/forms.ts";
import { TextArea, TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { RichText } from "../report/index.ts";
import { saveEntry } from "./api.ts";
import {
  closeEntry,
  type OpenEntry,
  openEntry,
  readOpenEntry,
  takeFocusRequest,
  updateOpenEntry,
} from "./open-entry.ts";

const FIELDS = ["title", "text", "reports"] as const;
type FieldErrors = Partial<Record<(typeof FIELDS)[number], string>>;

interface EntryFormProps {
  user: User;
  open: OpenEntry;
  /** The entry as it is stored now; `undefined` for a new one, or if it is not on the page. */
  stored: WireEntry | undefined;
  focusHeading: () => void;
}

/** The form for an entry. The typed texts stay until they are stored or the admin presses Cancel. */
export function EntryForm({ user, open, stored, focusHeading }: EntryFormProps) {
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { isPublished, isSaving, error, hasConflict, from } = open;
  const focusField = (name: string) => (form.current?.elements.namedItem(name) as HTMLElement | null)?.focus();
  const focusTitle = useEffectEvent(() => {
    if (takeFocusRequest()) focusField("title");
  });
  useEffect(() => focusTitle(), []);

  // Once the page shows the newer entry, saving again may replace that one, but no later one.
  const newerSavedAt = hasConflict && stored !== undefined && stored.savedAt !== from ? stored.savedAt : null;
  useEffect(() => {
    if (newerSavedAt !== null) updateOpenEntry({ from: newerSavedAt });
  }, [newerSavedAt]);

  const save = async (publish: boolean): Promise<void> => {
    if (isSaving) return;
    const parsed = parseTexts(open);
    setErrors(parsed.errors ?? {});
    if (parsed.errors !== undefined) {
      focusField(FIELDS.find((name) => parsed.errors[name] !== undefined)!);
      return;
    }
    const announceResult = createAnnouncer();
    updateOpenEntry({ isSaving: true, error: null });
    const result = await saveEntry(open.id, { ...parsed.texts, publish, from, userId: user.id });
    if (!result.ok) {
      console.error("Failed to save an entry:", result);
      // Somebody else may have changed the entry: show it as it is now.
      if (result.kind === "refused") await reload("changelog");
      const sentence = `The entry was not saved. ${result.error}`;
      updateOpenEntry({ isSaving: false, error: sentence, hasConflict: result.code === "conflict" });
      if (!isFormShown(FORM_NAME)) announceResult(sentence);
      return;
    }
    await reload("changelog");
    if (readOpenEntry()?.id === open.id) closeEntry();
    focusHeading();
    announceResult(publish && !isPublished ? "The entry is published." : `${isPublished ? "Entry" : "Draft"} saved.`);
  };

  const cancel = () => {
    if (isSaving) return;
    closeEntry();
    focusHeading();
    if (!isChanged(open, stored)) return;
    announce("Your changes were discarded.", {
      label: "Undo",
      shortcutHint: "Ctrl+Z brings them back.",
      run: () => openEntry(open),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(isPublished);
  };
  const controlProps = (name: (typeof FIELDS)[number]) => ({
    name,
    value: open[name],
    readOnly: isSaving,
    onChange: ({ target }: { target: { value: string } }) => updateOpenEntry({ [name]: target.value }),
  });
  return (
    <form
      ref={form}
      data-form={FORM_NAME}
      noValidate
      autoComplete="off"
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-rule bg-sunken p-4 print:hidden"
      onSubmit={submit}
      onKeyDown={formKeys(cancel)}
    >
      <h2 id={headingId} className="font-semibold font-serif text-xl">
        {from === "" ? "A new entry" : "Edit this entry"}
      </h2>
      <Field
        label="Title"
        required
        error={errors.title}
        hint={remainingCharacters(open.title.length, LIMITS.entryTitleLength)}
      >
        {(fieldProps) => <TextInput {...fieldProps} {...controlProps("title")} />}
      </Field>
      <Field
        label="Text"
        required
        error={errors.text}
        hint={
          remainingCharacters(open.text.length, LIMITS.entryTextLength) ??
          "Plain text. Addresses and numbers such as #142 become links."
        }
      >
        {(fieldProps) => <TextArea {...fieldProps} {...controlProps("text")} rows={6} />}
      </Field>
      <Field
        label="Reports"
        error={errors.reports}
        hint="Their numbers, such as #142, #150. Whoever follows one of them is told once in the bell."
      >
        {(fieldProps) => <TextInput {...fieldProps} {...controlProps("reports")} />}
      </Field>
      {error !== null && <Notice kind="error">{error}</Notice>}
      {hasConflict && stored !== undefined && (
        <div className="text-sm">
          <p className="font-semibold">The entry that was saved meanwhile, which yours replaces if you save again:</p>
          <p dir="auto" className="mt-1 break-words font-semibold font-serif text-lg">
            {stored.title}
          </p>
          <RichText text={stored.text} className="break-words" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!isPublished && (
          <Button variant="primary" busy={isSaving} onClick={() => void save(true)}>
            Publish
          </Button>
        )}
        <Button type="submit" variant={isPublished ? "primary" : "secondary"} busy={isSaving}>
          {isPublished ? "Save" : "Save draft"}
        </Button>
        <Button variant="ghost" busy={isSaving} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const FORM_NAME = "changelog-entry";

const isEmpty = (open: OpenEntry): boolean => FIELDS.every((name) => open[name] === "");

function isChanged(open: OpenEntry, stored: WireEntry | undefined): boolean {
  if (stored === undefined) return !isEmpty(open);
  const numbers = stored.reports.map(({ number }) => number).join();
  return open.title !== stored.title || open.text !== stored.text || readNumbers(open.reports)?.join() !== numbers;
}

/** The numbers in a text such as '#142, 150'; `null` if it has anything else. */
function readNumbers(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  return words.every((word) => /^#?[1-9]\d{0,8}$/.test(word))
    ? words.map((word) => Number(word.replace("#", "")))
    : null;
}

type ParsedTexts = { texts: ReturnType<typeof entryTextsSchema.parse>; errors?: undefined } | { errors: FieldErrors };

/** The texts as they are sent, or the error of each field. */
function parseTexts({ title, text, reports }: OpenEntry): ParsedTexts {
  const numbers = readNumbers(reports);
  const result = entryTextsSchema.safeParse({
    title: toPlainText(title),
    text: toPlainText(text),
    reports: numbers ?? [],
  });
  const errors: FieldErrors =
    numbers === null ? { reports: "Please write the numbers of reports only, such as #142, #150." } : {};
  if (result.success && numbers !== null) return { texts: result.data };
  for (const { path, message } of result.error?.issues ?? []) errors[path[0] as keyof FieldErrors] ??= message;
  return { errors };
}
