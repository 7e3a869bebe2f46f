import { type Failure, LIMITS, MESSAGES } from "@logbook/domain";
import type { z } from "zod";
import { failure } from "./response.ts";

/** The unparsed body of an HTTP request. */
export interface RawBody {
  contentType: string | undefined;
  /** `undefined` if the request has no body. */
  bytes: Uint8Array | undefined;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const KILOBYTE = 1024;

/** The failure of a body with this many bytes, or `null` if the body is not too large. */
export function sizeProblem(byteCount: number): Failure | null {
  return byteCount > LIMITS.bodyBytes
    ? failure(
        "too-large",
        `The request is larger than ${LIMITS.bodyBytes / KILOBYTE} KB. Please shorten its texts; files are uploaded separately.`,
      )
    : null;
}

/** Parses a body as JSON. A missing body becomes an empty object, so that the schema can name the missing fields. */
export function parseJsonBody({ contentType, bytes }: RawBody): { json: unknown } | Failure {
  if (bytes === undefined || bytes.byteLength === 0) return { json: {} };
  if (!JSON_TYPE.test(contentType ?? ""))
    return failure("unsupported-type", "Please send the body as JSON with Content-Type: application/json.");
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return failure("bad-json", "The body is not JSON. Please send one JSON object.");
  }
}

/** Parses `input` with a schema; the failure describes the first problem. Without a schema the value is `undefined`. */
export function parseWith<T extends z.ZodType>(
  schema: T | undefined,
  input: unknown,
): { value: z.output<T> } | Failure {
  if (schema === undefined) return { value: undefined as z.output<T> };
  const result = schema.safeParse(input);
  if (result.success) return { value: result.data };
  const error = describeFirstProblem(result.error);
  return failure(error === MESSAGES.fillAllFields ? "missing-fields" : "bad-request", error);
}

function describeFirstProblem({ issues }: z.ZodError): string {
  const problem = issues[0]!;
  const path = problem.path.join(".");
  if (problem.code === "unrecognized_keys") {
    // A name is cut, because the client chose its length.
    const names = problem.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(", ");
    return `${path === "" ? "The request" : path} has fields that are not known: ${names}. Please leave them out.`;
  }
  // Zod's own message for a wrong type begins like this. Most of our schemas replace it.
  const isZodMessage = problem.message.startsWith("Invalid input");
  if (!isZodMessage) return problem.message;
  return path === "" ? "Please send one JSON object." : `${path} is not of the right kind. Please correct it.`;
}
