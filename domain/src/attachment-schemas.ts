import * as z from "zod";
import { ATTACHMENT_TYPES, parseAttachmentUrl } from "./attachment.ts";
import { ATTACHMENT_SIZE_LIMIT, LIMITS } from "./limits.ts";
import { oneOf, requiredTextSchema } from "./schema-parts.ts";

/** An attachment of a new report or amendment. The file is already in Storage. */
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

const attachmentListSchema = (owner: string, maxCount: number) =>
  z.array(attachmentSchema, { error: "attachments must be a list or a JSON-encoded list." }).max(maxCount, {
    error: `${owner} may have at most ${maxCount} attachments. Please remove some.`,
  });

/** A list of attachments, which may be JSON-encoded, because the API sends those of a report in that form. */
const attachmentsSchema = (owner: string, maxCount: number) =>
  z
    .preprocess(
      (value, context) => {
        if (typeof value !== "string") return value;
        if (value === "") return [];
        try {
          return JSON.parse(value) as unknown;
        } catch {
          context.addIssue({ code: "custom", message: "attachments is a text that is not JSON. Please send a list." });
          return z.NEVER;
        }
      },
      attachmentListSchema(owner, maxCount),
    )
    .optional()
    .transform((list) => list ?? []);

/** The attachments of a new report. */
export const reportAttachmentsSchema = attachmentsSchema("A report", LIMITS.attachmentsPerIssue);

/** The attachments of a new amendment. */
export const amendmentAttachmentsSchema = attachmentsSchema("An amendment", LIMITS.attachmentsPerAmendment);
