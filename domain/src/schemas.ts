// A namespace import: a named import of `z` would add all languages of zod, 600 KB, to the functions' bundle.
import * as z from "zod";
import { isHttpUrl } from "./address.ts";
import { ATTACHMENT_TYPES, isId, parseAttachmentUrl } from "./attachment.ts";
import {
  DEFAULT_PRIORITY,
  type Filters,
  ISSUE_TYPES,
  NO_FILTERS,
  PRIORITIES,
  PRIORITY_OPTIONS,
  SHOW_OPTIONS,
  STATUS_GROUP_NAMES,
  STATUS_OPTIONS,
  STATUSES,
  TYPE_OPTIONS,
} from "./enumerations.ts";
import { DETAILS, type DetailField } from "./issue.ts";
import { ATTACHMENT_SIZE_LIMIT, LIMITS } from "./limits.ts";
import { MESSAGES } from "./messages.ts";
import { FOLLOW_MODES } from "./news.ts";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "./page.ts";
import { DEFAULT_SORT, SORTS } from "./sort.ts";
import { formatCount, isBlank, isPlainText } from "./text.ts";

// The page's security policy forbids `eval`. Without this setting zod would try `eval`, and browsers would report that.
z.config({ jitless: true });

const requiredMessage = (label: string): string => `${label} is required. Please fill it in.`;

const stringSchema = (label: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? requiredMessage(label) : `${label} must be text.`) });

// Surrounding white space is not stored, so it does not count towards the length.
const trimmedSchema = (label: string) => stringSchema(label).transform((value) => value.trim());

const textSchema = (label: string, maxLength: number) =>
  stringSchema(label)
    // Not `max()`, which counts code points: the security rules count UTF-16 units.
    .refine(({ length }) => length <= maxLength, {
      error: `${label} may have at most ${formatCount(maxLength)} characters. Please shorten it.`,
    })
    .refine(isPlainText, { error: `${label} holds control characters or broken text. Please remove them.` });

const requiredTextSchema = (label: string, maxLength: number) =>
  trimmedSchema(label)
    .pipe(textSchema(label, maxLength))
    .refine((value) => !isBlank(value), { error: requiredMessage(label) });

const oneOf = <const T extends readonly [string | number, ...(string | number)[]]>(label: string, values: T) =>
  z.literal([...values], { error: `${label} must be one of ${values.join(", ")}.` });

const idSchema = (label: string) =>
  z.string({ error: `${label} must be text.` }).refine(isId, {
    error: `${label} must have 2 to 64 letters, digits, hyphens or underscores, not two underscores at both ends.`,
  });

// A body may name its sender, who must be the caller. The maximum is only against endless texts.
const senderSchema = z.string({ error: "userId and username must be text." }).max(200).optional();

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

/** A new password: 6 to 256 characters, not trimmed. */
export const passwordSchema = z
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

/** The body of `POST /api/auth/password`. */
export const passwordChangeSchema = z.strictObject({
  currentPassword: nonBlankPasswordSchema,
  newPassword: nonBlankPasswordSchema.pipe(passwordSchema),
});
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** An attachment of a new report. The file is already in Storage. */
export const attachmentSchema = z.strictObject({
  // `data` is a field only for its error. It is the first one, so that its error comes before those of missing fields.
  data: z
    .undefined({
      error:
        "An attachment's file cannot be sent as data. Please upload it to Storage as attachments/<uid>/<issueId>/<fileId> " +
        "and name its url, /api/attachments/<uid>/<issueId>/<fileId>.",
    })
    .optional(),
  name: requiredTextSchema("An attachment's name", LIMITS.attachmentNameLength),
  size: z
    .int({ error: "An attachment's size must be a whole number of bytes." })
    .min(1, { error: "An attachment is empty. Please attach a file with content." })
    .max(LIMITS.attachmentBytes, {
      error: `An attachment may have at most ${ATTACHMENT_SIZE_LIMIT}. Please attach a smaller file.`,
    }),
  type: oneOf("An attachment's type", ATTACHMENT_TYPES),
  url: z.string().refine((value) => parseAttachmentUrl(value) !== null, {
    error: "An attachment's url must be /api/attachments/<uid>/<issueId>/<fileId>.",
  }),
});

const attachmentListSchema = z
  .array(attachmentSchema, { error: "attachments must be a list or a JSON-encoded list." })
  .max(LIMITS.attachmentsPerIssue, {
    error: `A report may have at most ${LIMITS.attachmentsPerIssue} attachments. Please remove some.`,
  });

// A JSON-encoded list is accepted too, because the API sends attachments in that form.
const attachmentsSchema = z.preprocess((value, context) => {
  if (typeof value !== "string") return value;
  if (value === "") return [];
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "attachments is a text that is not JSON. Please send a list." });
    return z.NEVER;
  }
}, attachmentListSchema);

const websiteUrlSchema = trimmedSchema(DETAILS.websiteUrl.label)
  .pipe(textSchema(DETAILS.websiteUrl.label, DETAILS.websiteUrl.maxLength))
  .refine((value) => value === "" || isHttpUrl(value), {
    error: "Website URL must start with http:// or https://. Please correct it or leave it empty.",
  });

const detailSchema = (field: DetailField) => textSchema(DETAILS[field].label, DETAILS[field].maxLength).default("");

/** The fields of the report form (section 5); `createIssueSchema` includes them. */
export const reportTextsSchema = z.strictObject({
  title: requiredTextSchema("Title", LIMITS.titleLength),
  description: requiredTextSchema("Description", LIMITS.textLength),
  priority: oneOf("priority", PRIORITIES).default(DEFAULT_PRIORITY),
  websiteUrl: websiteUrlSchema.default(""),
  reproductionSteps: detailSchema("reproductionSteps"),
  environmentInfo: detailSchema("environmentInfo"),
  expectedResult: detailSchema("expectedResult"),
  actualResult: detailSchema("actualResult"),
  problemItSolves: detailSchema("problemItSolves"),
  howItWorks: detailSchema("howItWorks"),
});

/** The body of `POST /api/issues` (section 3). The client chooses `id`, so that a retry creates no second report. */
export const createIssueSchema = z.strictObject({
  ...reportTextsSchema.shape,
  id: idSchema("id").optional(),
  type: oneOf("type", ISSUE_TYPES),
  attachments: attachmentsSchema.optional().transform((list) => list ?? []),
  // Not trimmed: it must equal the caller's username exactly.
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

/** The body of `PUT /api/issues/{id}/vote`: whether the caller votes for the report from now on. */
export const voteSchema = z.strictObject({ voted: z.boolean({ error: "voted must be true or false." }) });

/** The body of `PUT /api/issues/{id}/follow`: how the caller follows the report from now on. */
export const followSchema = z.strictObject({ mode: oneOf("mode", FOLLOW_MODES) });

// `from` is the `editedAt` that the client has shown, or `""`. The API refuses to overwrite a later edit.
const editFields = { from: z.string({ error: "from must be text." }).max(40).optional(), userId: senderSchema };

/** The body of `PUT /api/issues/{id}/texts`: all fields of the report form. A missing field gets its default. */
export const editReportSchema = z.strictObject({ ...reportTextsSchema.shape, ...editFields });
export type EditReport = z.output<typeof editReportSchema>;

/** The body of `PUT /api/issues/{id}/correction`. */
export const correctionSchema = z.strictObject({
  title: reportTextsSchema.shape.title,
  priority: oneOf("priority", PRIORITIES),
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
  userId: senderSchema,
  username: senderSchema,
});

/** The body of `PUT /api/issues/{id}/amendments/{amendmentId}`. */
export const editAmendmentSchema = z.strictObject({ text: amendmentTextSchema, ...editFields });

const wholeNumberSchema = z
  .string()
  .regex(/^[0-9]{1,9}$/, { error: "page and pageSize must be whole numbers." })
  .transform(Number);

const pageNumberSchema = wholeNumberSchema.pipe(z.int().min(1, { error: "page counts from 1." })).optional();

const filterFields = {
  search: textSchema("search", LIMITS.searchLength).optional(),
  type: oneOf("type", TYPE_OPTIONS).optional(),
  status: oneOf("status", [...STATUS_OPTIONS, ...STATUS_GROUP_NAMES]).optional(),
  priority: oneOf("priority", PRIORITY_OPTIONS).optional(),
  show: oneOf("show", SHOW_OPTIONS).optional(),
};

const withDefaults = (filters: Partial<Filters>): Filters => ({ ...NO_FILTERS, ...filters });

// Do not rename parameters: a cached web app of the last build still sends them.
/** The query of `GET /api/issues`. `draw`, the name of the web app's build, asks for the dashboard's HTML too. */
export const listQuerySchema = z
  .strictObject({
    page: pageNumberSchema,
    pageSize: wholeNumberSchema.pipe(oneOf("pageSize", PAGE_SIZES)).optional(),
    ...filterFields,
    sort: oneOf("sort", SORTS).optional(),
    // A build's name is short. This limit is only against endless texts.
    draw: textSchema("draw", LIMITS.searchLength).optional(),
  })
  .transform((query) => {
    if (Object.keys(query).length === 0) return null;
    const { page = 1, pageSize = DEFAULT_PAGE_SIZE, sort = DEFAULT_SORT, draw, ...filters } = query;
    return { page, pageSize, sort, filters: withDefaults(filters), ...(draw !== undefined && { draw }) };
  });
export type ListQuery = z.output<typeof listQuerySchema>;

/** The query of `GET /api/members`. `search` is a part of the username, in upper or lower case. */
export const membersQuerySchema = z
  .strictObject({ page: pageNumberSchema, search: textSchema("search", LIMITS.searchLength).optional() })
  .transform(({ page = 1, search = "" }) => ({ page, search }));

/** The body of `PUT /api/members/{uid}`: one change. */
export const memberChangeSchema = z
  .strictObject({
    disabled: z.boolean({ error: "disabled must be true or false." }).optional(),
    isAdmin: z.boolean({ error: "isAdmin must be true or false." }).optional(),
  })
  .refine((change) => Object.keys(change).length === 1, { error: "Please send either disabled or isAdmin." });
export type MemberChange = z.output<typeof memberChangeSchema>;

/** The query of `GET /api/trash`. */
export const trashQuerySchema = z.strictObject({ page: pageNumberSchema }).transform(({ page = 1 }) => ({ page }));

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

/** The body of a call without parameters. The API reads a missing body as an empty object. */
export const emptySchema = z.strictObject({});

// The API sends all instants in this form, so they can be compared as texts. Firestore has no timestamp in year 0.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const instantSchema = (label: string) => {
  const error = `${label} must be an instant such as 2025-09-01T12:00:00.000Z.`;
  return z.string({ error }).refine((value) => INSTANT.test(value) && !Number.isNaN(Date.parse(value)), { error });
};

/** The body of `PUT /api/me/news`: the time until which the caller has seen the news of one report, or of all. */
export const newsSeenSchema = z.strictObject({
  until: instantSchema("until"),
  issueId: idSchema("issueId").optional(),
});

/** The query of `GET /api/issues/changes`: a list's filters, the time of its last response, and its reports' ids. */
export const changesQuerySchema = z
  .strictObject({
    ...filterFields,
    since: instantSchema("since"),
    ids: z
      .string({ error: "ids must be ids joined by commas." })
      .transform((ids) => (ids === "" ? [] : ids.split(",")))
      .pipe(
        z
          .array(idSchema("Each of ids"))
          .max(LIMITS.idsPerRequest, { error: `At most ${LIMITS.idsPerRequest} ids can be asked for at once.` }),
      ),
  })
  .transform(({ since, ids, ...filters }) => ({ since, ids, filters: withDefaults(filters) }));
export type ChangesQuery = z.output<typeof changesQuerySchema>;

/** The query of `GET /api/reports/similar`: the title of a report that is being written. */
export const similarQuerySchema = z.strictObject({ title: requiredTextSchema("title", LIMITS.titleLength) });

/** The query of `GET /api/reports/search-help`: filters and a search that find nothing. */
export const searchHelpQuerySchema = z.strictObject(filterFields).transform(withDefaults);
