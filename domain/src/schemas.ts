// By its namespace, or the functions' bundle would hold all of its languages: 600 KB more to read at a cold start.
import * as z from "zod";
import { isHttpUrl } from "./address.ts";
import { ATTACHMENT_TYPES, isId, parseAttachmentUrl } from "./attachment.ts";
import { type Filters, NO_FILTERS, PRIORITY_OPTIONS, STATUS_OPTIONS, TYPE_OPTIONS } from "./filter.ts";
import { DEFAULT_PRIORITY, ISSUE_TYPES, PRIORITIES } from "./issue.ts";
import { LIMITS } from "./limits.ts";
import { MESSAGES } from "./messages.ts";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "./page.ts";
import { STATUSES } from "./status.ts";
import { formatCount, isBlank, isPlainText } from "./text.ts";
import { usernameProblem } from "./username.ts";

// The page's security policy lets no code be made of text, and the browser reports even the question whether it may.
z.config({ jitless: true });

const required = (label: string): string => `${label} is required. Please fill it in.`;

const string = (label: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? required(label) : `${label} must be text.`) });

// Blanks around a text are not stored, so they do not count either.
const trimmed = (label: string) => string(label).transform((value) => value.trim());

const text = (label: string, longest: number) =>
  string(label)
    // Not max(), which counts code points: the rules count UTF-16 units, and refuse without a reason.
    .refine(({ length }) => length <= longest, {
      error: `${label} may have at most ${formatCount(longest)} characters. Please shorten it.`,
    })
    .refine(isPlainText, { error: `${label} holds control characters or broken text. Please remove them.` });

const filled = (label: string, longest: number) =>
  trimmed(label)
    .pipe(text(label, longest))
    .refine((value) => !isBlank(value), { error: required(label) });

const oneOf = <const T extends readonly [string | number, ...(string | number)[]]>(label: string, values: T) =>
  z.literal([...values], { error: `${label} must be one of ${values.join(", ")}.` });

const id = (label: string) =>
  z.string({ error: `${label} must be text.` }).refine(isId, {
    error: `${label} must have 2 to 64 letters, digits, hyphens or underscores, not two underscores at both ends.`,
  });

const identity = z.string({ error: "userId and username must be text." }).max(200).optional();

/** The credentials of both sign-in calls as typed; both required after trimming (section 5). The password is kept untrimmed. */
export const credentialsSchema = z.strictObject({
  username: z
    .string({ error: MESSAGES.fillAllFields })
    .transform((value) => value.trim())
    .refine((value) => value !== "", { error: MESSAGES.fillAllFields }),
  password: z
    .string({ error: MESSAGES.fillAllFields })
    .refine((value) => value.trim() !== "", { error: MESSAGES.fillAllFields }),
});

/** A password that can be set: 6 to 256 characters, not trimmed. */
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

/** `POST /api/auth/password`: the password one has, and the one to have from now on. */
export const passwordChangeSchema = z.strictObject({
  currentPassword: z
    .string({ error: MESSAGES.fillAllFields })
    .refine((value) => value.trim() !== "", { error: MESSAGES.fillAllFields }),
  newPassword: z
    .string({ error: MESSAGES.fillAllFields })
    .refine((value) => value.trim() !== "", { error: MESSAGES.fillAllFields })
    .pipe(passwordSchema),
});
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** A username that can be registered. */
export const usernameSchema = z.string().superRefine((value, context) => {
  const problem = usernameProblem(value);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});

/** An attachment as a new report names it; its bytes are in Storage already. */
export const attachmentSchema = z.strictObject({
  // First, so that this is said whatever else is missing.
  data: z
    .undefined({
      error:
        "An attachment's file cannot be sent as data. Please upload it to Storage as attachments/<uid>/<issueId>/<fileId> " +
        "and name its url, /api/attachments/<uid>/<issueId>/<fileId>.",
    })
    .optional(),
  name: filled("An attachment's name", LIMITS.attachmentNameLength),
  size: z
    .int({ error: "An attachment's size must be a whole number of bytes." })
    .min(1, { error: "An attachment is empty. Please attach a file with content." })
    .max(LIMITS.attachmentBytes, { error: "An attachment may have at most 5 MB. Please attach a smaller file." }),
  type: oneOf("An attachment's type", ATTACHMENT_TYPES),
  url: z.string().refine((value) => parseAttachmentUrl(value) !== null, {
    error: "An attachment's url must be /api/attachments/<uid>/<issueId>/<fileId>.",
  }),
});

const attachmentList = z
  .array(attachmentSchema, { error: "attachments must be a list or a JSON-encoded list." })
  .max(LIMITS.attachmentsPerIssue, {
    error: `A report may have at most ${LIMITS.attachmentsPerIssue} attachments. Please remove some.`,
  });

/** The list itself or the same list JSON-encoded, as the loaded report carries it. */
const attachments = z.preprocess((value, context) => {
  if (typeof value !== "string") return value;
  if (value === "") return [];
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "attachments is a text that is not JSON. Please send a list." });
    return z.NEVER;
  }
}, attachmentList);

const webAddress = trimmed("Website URL")
  .pipe(text("Website URL", LIMITS.urlLength))
  .refine((value) => value === "" || isHttpUrl(value), {
    error: "Website URL must start with http:// or https://. Please correct it or leave it empty.",
  });

const detail = (label: string) => text(label, LIMITS.textLength).default("");

/** The texts of a report that a person types: the form's schema and part of the call's (section 5). */
export const reportTextsSchema = z.strictObject({
  title: filled("Title", LIMITS.titleLength),
  description: filled("Description", LIMITS.textLength),
  priority: oneOf("priority", PRIORITIES).default(DEFAULT_PRIORITY),
  websiteUrl: webAddress.default(""),
  reproductionSteps: detail("Steps to Reproduce"),
  environmentInfo: detail("Environment Info"),
  expectedResult: detail("Expected Result"),
  actualResult: detail("Actual Result"),
  problemItSolves: detail("Problem It Solves"),
  howItWorks: detail("How It Works"),
});

/** `POST /api/issues`: the whole section 3 payload, whichever the type; `id` is client-made and makes a retry harmless. */
export const createIssueSchema = z.strictObject({
  ...reportTextsSchema.shape,
  id: id("id").optional(),
  type: oneOf("type", ISSUE_TYPES),
  attachments: attachments.optional().transform((list) => list ?? []),
  // Compared as it is: whoever is not the caller to the letter is somebody else.
  reporter: identity.refine((value) => value === undefined || !isBlank(value), { error: required("The reporter") }),
  userId: identity,
  username: identity,
});
export type CreateIssue = z.output<typeof createIssueSchema>;

/** `PUT /api/issues/{id}`: the wanted status, and the status it was seen in. */
export const stepSchema = z.strictObject({
  status: oneOf("status", STATUSES),
  from: oneOf("from", STATUSES).optional(),
  userId: identity,
});

/** `DELETE /api/issues/{id}`. */
export const deleteSchema = z.strictObject({ userId: identity });

/** The text of an amendment: trimmed, non-empty (section 5). */
export const amendmentTextSchema = filled("An amendment", LIMITS.amendmentLength);

/** `POST /api/issues/amendment`; `id` is client-made and makes a retry harmless. */
export const amendmentSchema = z.strictObject({
  id: id("id").optional(),
  issueId: id("issueId"),
  text: amendmentTextSchema,
  userId: identity,
  username: identity,
});

const all = <T extends z.ZodType>(schema: T) => schema.optional();
const whole = z
  .string()
  .regex(/^[0-9]{1,9}$/, { error: "page and pageSize must be whole numbers." })
  .transform(Number);

const pageNumber = all(whole.pipe(z.int().min(1, { error: "page counts from 1." })));

const filters = {
  search: all(text("search", LIMITS.searchLength)),
  type: all(oneOf("type", TYPE_OPTIONS)),
  status: all(oneOf("status", STATUS_OPTIONS)),
  priority: all(oneOf("priority", PRIORITY_OPTIONS)),
};

const filtersOf = ({ search, type, status, priority }: Partial<Filters>): Filters => ({
  search: search ?? NO_FILTERS.search,
  type: type ?? NO_FILTERS.type,
  status: status ?? NO_FILTERS.status,
  priority: priority ?? NO_FILTERS.priority,
});

/**
 * The query of `GET /api/issues`; without any of these the whole list is meant. `draw` is the version of a page that wants
 * its markup with the list.
 */
export const listQuerySchema = z
  .strictObject({
    page: pageNumber,
    pageSize: all(whole.pipe(oneOf("pageSize", PAGE_SIZES))),
    ...filters,
    draw: all(text("draw", LIMITS.searchLength)),
  })
  .transform((query) =>
    Object.keys(query).length === 0
      ? null
      : {
          page: query.page ?? 1,
          pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE,
          filters: filtersOf(query),
          ...(query.draw !== undefined && { draw: query.draw }),
        },
  );

/** The query of `GET /api/members`: part of a name, in any case. */
export const membersQuerySchema = z
  .strictObject({ page: pageNumber, search: all(text("search", LIMITS.searchLength)) })
  .transform(({ page, search }) => ({ page: page ?? 1, search: search ?? "" }));

/** `PUT /api/members/{uid}`: what is to change. */
export const memberChangeSchema = z
  .strictObject({
    disabled: z.boolean({ error: "disabled must be true or false." }).optional(),
    isAdmin: z.boolean({ error: "isAdmin must be true or false." }).optional(),
  })
  .refine((change) => Object.keys(change).length === 1, { error: "Please send either disabled or isAdmin." });
export type MemberChange = z.output<typeof memberChangeSchema>;

/** The query of `GET /api/trash`. */
export const trashQuerySchema = z.strictObject({ page: pageNumber }).transform(({ page }) => ({ page: page ?? 1 }));

/** The body of a call that needs none: nothing, or an empty object. */
export const emptySchema = z.strictObject({});

// The one form in which instants are sent, so that they compare as texts.
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NO_INSTANT = "since must be an instant such as 2025-09-01T12:00:00.000Z.";

/** The query of `GET /api/issues/changes`: the list's filters, the instant the list was read, and the ids it shows, joined by commas. */
export const changesQuerySchema = z
  .strictObject({
    ...filters,
    since: z
      .string({ error: NO_INSTANT })
      .refine((value) => INSTANT.test(value) && !Number.isNaN(Date.parse(value)), { error: NO_INSTANT }),
    ids: z
      .string({ error: "ids must be ids joined by commas." })
      .transform((ids) => (ids === "" ? [] : ids.split(",")))
      .pipe(
        z
          .array(id("Each of ids"))
          .max(LIMITS.idsAsked, { error: `At most ${LIMITS.idsAsked} ids can be asked for at once.` }),
      ),
  })
  .transform(({ since, ids, ...rest }) => ({ since, ids, filters: filtersOf(rest) }));
