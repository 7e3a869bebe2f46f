import { type Failure, LIMITS, MESSAGES } from "@logbook/domain";
import type { z } from "zod";
import { failure } from "./answer.ts";

/** What of an HTTP request a body is read from. */
export interface RawBody {
  contentType: string | undefined;
  bytes: Uint8Array | undefined;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const KILOBYTE = 1024;

/** The failure of a body of so many bytes where that is over the limit, or `null`. */
export function sizeProblem(bytes: number): Failure | null {
  return bytes > LIMITS.bodyBytes
    ? failure(
        "too-large",
        `The request is larger than ${LIMITS.bodyBytes / KILOBYTE} KB. Please shorten its texts; files are uploaded separately.`,
      )
    : null;
}

/** The JSON object in a body; an absent body is an empty one, so that the schema can name what is missing. */
export function readJson({ contentType, bytes }: RawBody): { json: unknown } | Failure {
  if (bytes === undefined || bytes.byteLength === 0) return { json: {} };
  if (!JSON_TYPE.test(contentType ?? ""))
    return failure("unsupported-type", "Please send the body as JSON with Content-Type: application/json.");
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return failure("bad-json", "The body is not JSON. Please send one JSON object.");
  }
}

/** `input` as the schema gives it, or a failure whose sentence is about the first thing that is wrong. */
export function parseWith<T extends z.ZodType>(schema: T, input: unknown): { value: z.output<T> } | Failure {
  const result = schema.safeParse(input);
  if (result.success) return { value: result.data };
  const error = describe(result.error);
  return failure(error === MESSAGES.fillAllFields ? "missing-fields" : "bad-request", error);
}

function describe({ issues }: z.ZodError): string {
  const issue = issues[0]!;
  const where = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(", ");
    return `${where === "" ? "The request" : where} has fields that are not known: ${names}. Please leave them out.`;
  }
  if (issue.message.startsWith("Invalid input"))
    return where === "" ? "Please send one JSON object." : `${where} is not of the right kind. Please correct it.`;
  return issue.message;
}
