import type { WireIds } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";
import { filterParams, type ListView } from "../list/index.ts";

/** `GET /api/issues/ids`: all reports that a list finds, on all its pages. For admins. */
export const listFound = ({ filters, sort }: ListView) =>
  request<WireIds>(`/api/issues/ids?${new URLSearchParams({ ...filterParams(filters), sort })}`);
