import type { Origin } from "./client-address.ts";
import type { RawBody } from "./parse.ts";

/** The parts of an HTTP request that a route needs. */
export interface RawRequest {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: RawBody;
  /** The network that the request comes from, for counting attempts. */
  origin: Origin;
  /** The value of a header; its name may have any case. */
  header(name: string): string | undefined;
}
