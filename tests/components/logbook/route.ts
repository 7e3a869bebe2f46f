import type { z } from "zod";
import type { FakeMember, StoredFile } from "./data.ts";

/** The response to a call: JSON, or a stored file. */
export type CallResponse = { status: number; body: object } | { status: 200; file: StoredFile };

interface RouteRequest<Input> {
  caller: FakeMember;
  input: Input;
  params: string[];
}

export interface Route {
  method: string;
  pattern: RegExp;
  audience: "anyone" | "member" | "admin";
  schema: z.ZodType | null;
  // biome-ignore lint/suspicious/noExplicitAny: each route's own schema has parsed its input
  handle(request: RouteRequest<any>): CallResponse;
}

/** Creates a route. `:name` in the path stands for one segment, which is in `params`. */
export function route<S extends z.ZodType | null>(
  method: string,
  path: string,
  audience: Route["audience"],
  schema: S,
  handle: (request: RouteRequest<S extends z.ZodType ? z.output<S> : undefined>) => CallResponse,
): Route {
  return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`), audience, schema, handle };
}

export const ok = (body: object): CallResponse => ({ status: 200, body: { success: true, ...body } });
export const created = (body: object): CallResponse => ({ status: 201, body: { success: true, ...body } });
