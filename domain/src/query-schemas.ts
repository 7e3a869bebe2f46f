import * as z from "zod";
import { keysOf, recordOf } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import {
  FILTER_NAMES,
  type FilterName,
  type Filters,
  LIST_PARAMETERS,
  NO_FILTERS,
  type SelectParameter,
} from "./list-parameters.ts";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "./page.ts";
import { idSchema, instantSchema, oneOf, requiredTextSchema, textSchema } from "./schema-parts.ts";
import { DEFAULT_SORT, SORTS } from "./sort.ts";

// Nine digits are more than any page needs, and a JavaScript number holds them exactly.
const wholeNumberSchema = z
  .string()
  .regex(/^[0-9]{1,9}$/, { error: "page and pageSize must be whole numbers." })
  .transform(Number);

const pageNumberSchema = wholeNumberSchema.pipe(z.int().min(1, { error: "page counts from 1." })).optional();

function optionSchema(name: FilterName | "show"): z.ZodType<string, string> {
  const parameter: SelectParameter = LIST_PARAMETERS[name] as SelectParameter;
  const options = keysOf(parameter.options);
  if (parameter.pattern === undefined) return oneOf(name, options);
  return z.string().regex(new RegExp(parameter.pattern), { error: `${name} must be ${options.join(", ")} or an id.` });
}

const filterFields = {
  search: textSchema("search", LIMITS.searchLength).optional(),
  ...recordOf([...FILTER_NAMES, "show"], (name) => optionSchema(name).optional()),
};

const withDefaults = (filters: Partial<Record<keyof Filters, string>>) => ({ ...NO_FILTERS, ...filters }) as Filters;

/**
 * The query of `GET /api/issues`; `null` if it is empty and so asks for the whole list. The parameter `draw` asks for
 * the dashboard's HTML too; its value is the name of the web app's build.
 */
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

/** The query of `GET /api/members/log`. */
export const memberLogQuerySchema = z.strictObject({ page: pageNumberSchema }).transform(({ page = 1 }) => ({ page }));

/** The query of `GET /api/trash`. */
export const trashQuerySchema = z.strictObject({ page: pageNumberSchema }).transform(({ page = 1 }) => ({ page }));

/** The query of `GET /api/changelog`. */
export const changelogQuerySchema = z.strictObject({ page: pageNumberSchema }).transform(({ page = 1 }) => ({ page }));

const idsSchema = z
  .string({ error: "ids must be ids joined by commas." })
  .transform((ids) => (ids === "" ? [] : ids.split(",")))
  .pipe(
    z
      .array(idSchema("Each of ids"))
      .max(LIMITS.idsPerRequest, { error: `At most ${LIMITS.idsPerRequest} ids can be asked for at once.` }),
  );

/** The query of `GET /api/issues/changes`: a list's filters, the time of its last response, and its reports' ids. */
export const changesQuerySchema = z
  .strictObject({
    ...filterFields,
    since: instantSchema("since"),
    ids: idsSchema,
  })
  .transform(({ since, ids, ...filters }) => ({ since, ids, filters: withDefaults(filters) }));
export type ChangesQuery = z.output<typeof changesQuerySchema>;

/** The query of `GET /api/issues/ids` and of `GET /api/export`: the filters and the sort of a list. */
export const idsQuerySchema = z
  .strictObject({ ...filterFields, sort: oneOf("sort", SORTS).optional() })
  .transform(({ sort = DEFAULT_SORT, ...filters }) => ({ sort, filters: withDefaults(filters) }));
export type IdsQuery = z.output<typeof idsQuerySchema>;

/** The query of `GET /api/export/reports`: the ids of the wanted reports, and when the export began. */
export const exportPartQuerySchema = z.strictObject({ since: instantSchema("since"), ids: idsSchema });
export type ExportPartQuery = z.output<typeof exportPartQuerySchema>;

/** The query of `GET /api/me/data/reports`: ids that `GET /api/me/data` has named. */
export const ownReportsQuerySchema = z.strictObject({ ids: idsSchema });

/** The query of `GET /api/me/data/events`: the id of the event after which the wanted events are. */
export const ownEventsQuerySchema = z.strictObject({ after: idSchema("after").optional() });

/** The query of `GET /api/issues/{id}/history`: the id of the event before which the wanted events are. */
export const historyQuerySchema = z.strictObject({ before: idSchema("before") });

/** The query of `GET /api/reports/similar`: the title of a report that is being written. */
export const similarQuerySchema = z.strictObject({ title: requiredTextSchema("title", LIMITS.titleLength) });

/** The query of `GET /api/reports/at-page`: the path of a page as `splitPageUrl` returns it; `""` is the root. */
export const atPageQuerySchema = z.strictObject({
  path: textSchema("path", LIMITS.urlLength).refine((path) => path === "" || path.startsWith("/"), {
    error: "path must begin with a slash.",
  }),
});

/** The query of `GET /api/reports/search-help`: filters and a search that find nothing. */
export const searchHelpQuerySchema = z.strictObject(filterFields).transform(withDefaults);
