import type { ClientAddress } from "./client-address.ts";
import type { RawBody } from "./parse.ts";

/** An HTTP request before its body and query are parsed. */
export interface RawRequest {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: RawBody;
  client: ClientAddress;
  /** The value of a header; the case of its name does not matter. */
  header(name: string): string | undefined;
}
