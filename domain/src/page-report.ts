import * as z from "zod";
import { splitPageUrl } from "./address.ts";
import { LIMITS } from "./limits.ts";
import { textSchema } from "./schema-parts.ts";
import { toPlainText } from "./text.ts";

/** A text of another website, made plain before its length is checked: an error may contain escape sequences. */
const foreignText = (label: string, maxLength: number) =>
  z.string().transform(toPlainText).pipe(textSchema(label, maxLength));

// No screen has as many pixels. This maximum is only against endless numbers.
const pixelsSchema = z.int().min(0).max(100_000);

/**
 * What `report.js` says of the page on which it was pressed: its address, title, browser and system, the size of its
 * window in CSS pixels, and its last errors, the oldest first. Anybody can write such a text into an address, so it is
 * hostile until a member has looked at it. `query` is the address's query with its `?`; `""` if there is none, or the
 * address would be too long with it.
 */
export const pageReportSchema = z
  .strictObject({
    address: foreignText("address", LIMITS.urlLength),
    query: foreignText("query", LIMITS.urlLength),
    title: foreignText("title", LIMITS.titleLength),
    browser: foreignText("browser", LIMITS.pageErrorLength),
    width: pixelsSchema,
    height: pixelsSchema,
    errors: z.array(foreignText("error", LIMITS.pageErrorLength)).max(LIMITS.pageErrors),
  })
  .transform(({ address, query, ...texts }, context) => {
    const page = splitPageUrl(address)?.page;
    if (page === undefined) {
      context.addIssue({ code: "custom", message: "address must be an http or https address." });
      return z.NEVER;
    }
    const isQuery = /^\?[^\s#]+$/.test(query) && (page + query).length <= LIMITS.urlLength;
    return { address: page, query: isQuery ? query : "", ...texts };
  });
export type PageReport = z.output<typeof pageReportSchema>;

/** Reads what `report.js` has written into an address: JSON, percent-encoded. `null` for anything else. */
export function parsePageReport(encoded: string): PageReport | null {
  if (encoded.length > LIMITS.pageReportLength) return null;
  try {
    return pageReportSchema.safeParse(JSON.parse(decodeURIComponent(encoded))).data ?? null;
  } catch {
    return null;
  }
}
