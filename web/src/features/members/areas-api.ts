import type { Area, AreasBody } from "@logbook/domain";
import { queryOptions } from "@tanstack/react-query";
import { request } from "../../shared/api/http.ts";
import { unwrap } from "../../shared/api/result.ts";

/** `GET /api/areas`: the areas of the website; for admins. */
export const areasQuery = queryOptions({
  queryKey: ["areas"],
  queryFn: async ({ signal }) => (await unwrap(request<{ areas: Area[] }>("/api/areas", { signal }))).areas,
  // Other admins change them, too.
  staleTime: 0,
  meta: { failure: "Failed to load the areas:" },
});

/** `PUT /api/areas`: replaces the areas `from`, which the page has shown; for admins. */
export const replaceAreas = (body: AreasBody) => request<{ areas: Area[] }>("/api/areas", { method: "PUT", body });
