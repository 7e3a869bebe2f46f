import * as z from "zod";
import { normalizePassword } from "./account.ts";
import { isHttpUrl, trimAddress } from "./address.ts";
import { ADMISSIONS } from "./admission.ts";
import { areaChoiceSchema } from "./area-schemas.ts";
import { amendmentAttachmentsSchema, reportAttachmentsSchema } from "./attachment-schemas.ts";
import { CLOSING_REASONS } from "./closing.ts";
import { DEFAULT_PRIORITY, ISSUE_TYPES, PRIORITIES, STATUSES } from "./enumerations.ts";
import { recordOf } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { MESSAGES } from "./messages.ts";
import { FOLLOW_MODES } from "./news.ts";
import {
  idSchema,
  instantSchema,
  oneOf,
  requiredMessage,
  requiredTextSchema,
  senderSchema,
  textSchema,
  trimmedSchema,
} from "./schema-parts.ts";
import { BROWSERS, SYSTEMS } from "./sighting.ts";
import { isBlank, isPlainText } from "./text.ts";
import { DETAIL_FIELDS, type DetailField, REQUIRED_FIELDS, type RequiredField, TEXT_FIELDS } from "./text-fields.ts";

// The bodies of all calls; query-schemas.ts has the queries.

const nonBlankPasswordSchema = z
  .string({ error: MESSAGES.fillAllFields })
  .refine((value) => value.trim() !== "", { error: MESSAGES.fillAllFields });

/** The body of `POST /api/auth/login` and `POST /api/auth/register` (section 5). The password is not trimmed. */
export const credentialsSchema = z.strictObject({
  username: z
    .string({ error: MESSAGES.fillAllFields })
    .transform((value) => value.trim())
    .refine((value) => value !== "", { error: MESSAGES.fillAllFields }),
  password: nonBlankPasswordSchema,
});

/** A new password: 6 to 256 characters in the form in which it is set (NFC), not trimmed. */
const normalizedPasswordSchema = z
  .string()
  .min(LIMITS.passwordMin, {
    error: `A password has at least ${LIMITS.passwordMin} characters. Please choose a longer one.`,
  })
  .max(LIMITS.passwordMax, {
    error: `A password has at most ${LIMITS.passwordMax} characters. Please choose a shorter one.`,
  })
  .refine(isPlainText, {
    error: "A password may hold no control characters or broken text. Please choose another.",
  });
export const passwordSchema = z.string().transform(normalizePassword).pipe(normalizedPasswordSchema);

/** The body of `POST /api/auth/password`. */
export const passwordChangeSchema = z.strictObject({
  currentPassword: nonBlankPasswordSchema,
  newPassword: nonBlankPasswordSchema.pipe(passwordSchema),
});
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** The body of `POST /api/auth/reset-password`. A token is short; the maximum is only against endless texts. */
export const passwordResetSchema = z.strictObject({
  token: textSchema("token", 300),
  newPassword: nonBlankPasswordSchema.pipe(passwordSchema),
});
export type PasswordReset = z.output<typeof passwordResetSchema>;

/** The body of `PUT /api/admission`. */
export const admissionSchema = z.strictObject({ admission: oneOf("admission", ADMISSIONS) });

/** The body of `PUT /api/chat`: whether the chat gets the titles of reports. */
export const chatSchema = z.strictObject({ titles: z.boolean() });

/** The body of `POST /api/auth/delete-account`. */
export const leaveSchema = z.strictObject({ password: nonBlankPasswordSchema });

const addressSchema = (label: string, maxLength: number) =>
  trimmedSchema(label)
    .transform(trimAddress)
    .pipe(textSchema(label, maxLength))
    .refine((value) => value === "" || isHttpUrl(value), {
      error: `${label} must start with http:// or https://. Please correct it or leave it empty.`,
    });

const requiredFieldSchema = (name: RequiredField) =>
  requiredTextSchema(TEXT_FIELDS[name].label, TEXT_FIELDS[name].maxLength);

function detailSchema(name: DetailField) {
  const { label, maxLength, kind } = TEXT_FIELDS[name];
  const schema: z.ZodType<string, string> = (kind === "address" ? addressSchema : textSchema)(label, maxLength);
  // The default must stay: an open page of the version before a new field does not send that field.
  return schema.default("");
}

/** The fields of the report form (section 5). */
export const reportTextsSchema = z.strictObject({
  ...recordOf(REQUIRED_FIELDS, requiredFieldSchema),
  priority: oneOf("priority", PRIORITIES).default(DEFAULT_PRIORITY),
  ...recordOf(DETAIL_FIELDS, detailSchema),
  area: areaChoiceSchema.default(""),
});

/** The body of `POST /api/issues` (section 3). The client chooses `id`, so that a retry creates no second report. */
export const createIssueSchema = z.strictObject({
  ...reportTextsSchema.shape,
  id: idSchema("id").optional(),
  type: oneOf("type", ISSUE_TYPES),
  attachments: reportAttachmentsSchema,
  // The name is not trimmed, because it must equal the caller's username exactly.
  reporter: senderSchema.refine((value) => value === undefined || !isBlank(value), {
    error: requiredMessage("The reporter"),
  }),
  userId: senderSchema,
  username: senderSchema,
});
export type CreateIssue = z.output<typeof createIssueSchema>;

/** The body of `PUT /api/issues/{id}`: the new status, and the status that the client has shown (`from`). */
export const stepSchema = z.strictObject({
  status: oneOf("status", STATUSES),
  from: oneOf("from", STATUSES).optional(),
  userId: senderSchema,
});

const yesOrNo = (name: string) => z.boolean({ error: `${name} must be true or false.` });

/** The body of `PUT /api/issues/{id}/closing`: the reason, and for a duplicate the report that it repeats (`of`). */
export const closingSchema = z
  .strictObject({
    reason: oneOf("reason", CLOSING_REASONS).nullable(),
    of: idSchema("of").optional(),
    userId: senderSchema,
  })
  .refine(({ reason, of }) => (reason === "duplicate") === (of !== undefined), {
    error: "Please name the other report (of) for a duplicate, and for nothing else.",
  });
export type ClosingBody = z.output<typeof closingSchema>;

/** The body of `PUT /api/issues/{id}/vote`: whether the caller votes for the report from now on. */
export const voteSchema = z.strictObject({ voted: yesOrNo("voted") });

/** The body of `PUT /api/issues/{id}/sighting`: whether the caller sees the bug too, and then in which browser. */
export const sightingSchema = z
  .strictObject({
    seen: yesOrNo("seen"),
    browser: oneOf("browser", BROWSERS).optional(),
    system: oneOf("system", SYSTEMS).optional(),
  })
  .refine(({ seen, browser, system }) => [browser, system].every((name) => (name !== undefined) === seen), {
    error: "Please name browser and system if you see the bug, and neither if not.",
  });
export type SightingBody = z.output<typeof sightingSchema>;

/**
 * The body of `PUT /api/issues/{id}/fix-answer`: whether the report is fixed for the caller. If it is not, `text` becomes
 * an amendment with the id `id`, which the client chooses, so that a retry adds no second one.
 */
export const fixAnswerSchema = z
  .strictObject({
    fixed: yesOrNo("fixed"),
    text: requiredTextSchema("An amendment", LIMITS.amendmentLength).optional(),
    id: idSchema("id").optional(),
    userId: senderSchema,
  })
  .refine(({ fixed, text, id }) => (text === undefined && id === undefined) || !fixed, {
    error: "text and id are only for something that still happens.",
  });
export type FixAnswerBody = z.output<typeof fixAnswerSchema>;

/**
 * The body of `PUT /api/issues/{id}/assignee`: whether the caller takes the report, or nobody has it any longer. `from`
 * is the assignee that the client has shown, `""` for nobody.
 */
export const assigneeSchema = z.strictObject({
  taken: yesOrNo("taken"),
  from: textSchema("from", LIMITS.usernameMax).optional(),
  userId: senderSchema,
});

/** The body of `PUT /api/issues/{id}/pin`: whether the report is shown above the list. */
export const pinSchema = z.strictObject({ pinned: yesOrNo("pinned"), userId: senderSchema });

/** The body of `PUT /api/issues/{id}/amendments/{amendmentId}/hidden`: whether the amendment is hidden. */
export const hiddenSchema = z.strictObject({ hidden: yesOrNo("hidden"), userId: senderSchema });

/**
 * The body of `PUT /api/issues/{id}/follow`: how the caller follows the report from now on. With `undo` they follow it
 * again since when they did before they stopped, so that its news come back.
 */
export const followSchema = z.strictObject({ mode: oneOf("mode", FOLLOW_MODES), undo: z.literal(true).optional() });

// `from` is the `editedAt` that the client has shown, or `""` if there was none. The API refuses to overwrite a later
// edit. An instant has 24 characters; the maximum is only against endless texts.
const editFields = { from: z.string({ error: "from must be text." }).max(40).optional(), userId: senderSchema };

/** The body of `PUT /api/issues/{id}/texts`: all fields of the report form. A missing field gets its default. */
export const editReportSchema = z.strictObject({ ...reportTextsSchema.shape, ...editFields });
export type EditReport = z.output<typeof editReportSchema>;

/** The body of `PUT /api/issues/{id}/correction`. */
export const correctionSchema = z.strictObject({
  title: reportTextsSchema.shape.title,
  priority: oneOf("priority", PRIORITIES),
  area: areaChoiceSchema.optional(),
  ...editFields,
});
export type Correction = z.output<typeof correctionSchema>;

/** The body of `DELETE /api/issues/{id}`. */
export const deleteSchema = z.strictObject({ userId: senderSchema });

/** The text of an amendment: trimmed, not empty (section 5). */
export const amendmentTextSchema = requiredTextSchema("An amendment", LIMITS.amendmentLength);

/** The body of `POST /api/issues/amendment`. The client chooses `id`, so that a retry adds no second amendment. */
export const amendmentSchema = z.strictObject({
  id: idSchema("id").optional(),
  issueId: idSchema("issueId"),
  text: amendmentTextSchema,
  attachments: amendmentAttachmentsSchema,
  userId: senderSchema,
  username: senderSchema,
});
export type CreateAmendment = z.output<typeof amendmentSchema>;

/** The body of `PUT /api/issues/{id}/amendments/{amendmentId}`. */
export const editAmendmentSchema = z.strictObject({ text: amendmentTextSchema, ...editFields });

/** An admin's word to somebody whom they do not let in, trimmed; may be empty. */
export const refusalSchema = trimmedSchema("The word").pipe(textSchema("The word", LIMITS.refusalLength));

/**
 * The body of `PUT /api/members/{uid}`: one change. `admitted` lets a waiting member in or refuses them, with a `word`
 * that the refused person sees.
 */
export const memberChangeSchema = z
  .strictObject({
    disabled: z.boolean({ error: "disabled must be true or false." }).optional(),
    isAdmin: z.boolean({ error: "isAdmin must be true or false." }).optional(),
    admitted: z.boolean({ error: "admitted must be true or false." }).optional(),
    word: refusalSchema.optional(),
  })
  .refine(({ word: _, ...change }) => Object.keys(change).length === 1, {
    error: "Please send one of disabled, isAdmin and admitted.",
  })
  .refine(({ word, admitted }) => word === undefined || admitted === false, {
    error: "word is only for a refusal.",
  });
export type MemberChange = z.output<typeof memberChangeSchema>;

/** The body of `PUT /api/me/views`: all saved views of the caller, in their order. */
export const savedViewsSchema = z.strictObject({
  views: z
    .array(
      z.strictObject({
        name: requiredTextSchema("A view's name", LIMITS.viewNameLength),
        query: textSchema("A view's query", LIMITS.urlLength),
      }),
      { error: "views must be a list." },
    )
    .max(LIMITS.savedViews, {
      error: `At most ${LIMITS.savedViews} views can be saved. Please delete another one first.`,
    }),
});

/** The title and the text of an entry of What's new, and the numbers of the reports to which it links. */
export const entryTextsSchema = z.strictObject({
  title: requiredTextSchema("Title", LIMITS.entryTitleLength),
  text: requiredTextSchema("Text", LIMITS.entryTextLength),
  reports: z
    .array(z.int({ error: "The numbers of reports must be whole numbers." }).min(1).max(999_999_999), {
      error: "reports must be a list of numbers.",
    })
    .transform((numbers) => [...new Set(numbers)])
    .refine(({ length }) => length <= LIMITS.entryReports, {
      error: `An entry can link to at most ${LIMITS.entryReports} reports. Please take some of them out.`,
    }),
});
export type EntryTexts = z.output<typeof entryTextsSchema>;

/**
 * The body of `PUT /api/changelog/{entryId}`. `from` is the `savedAt` of the stored entry that the client has shown, `""`
 * for a new one. `publish` publishes a draft; a published entry stays published.
 */
export const entrySchema = z.strictObject({
  ...entryTextsSchema.shape,
  publish: yesOrNo("publish"),
  from: textSchema("from", 40),
  userId: senderSchema,
});
export type EntryBody = z.output<typeof entrySchema>;

/** The body of `PUT /api/me/changelog`: the time until which the caller has seen What's new. */
export const entriesSeenSchema = z.strictObject({ until: instantSchema("until") });

/** The body of a call without parameters. The API reads a missing body as an empty object. */
export const emptySchema = z.strictObject({});

/** The body of `PUT /api/me/news`: the time until which the caller has seen the news of one report, or of all. */
export const newsSeenSchema = z.strictObject({
  until: instantSchema("until"),
  issueId: idSchema("issueId").optional(),
});
