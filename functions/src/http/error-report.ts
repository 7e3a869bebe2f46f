const REPORTED_ERROR_EVENT = "type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent";

export interface FailedRequest {
  method: string;
  /** The pattern of the request's route; the URL itself may contain ids and search words. */
  url: string;
}

/**
 * The log entry of an unexpected error, in the form of Cloud Error Reporting. The error's message is left out, because
 * it may quote a user's text.
 */
export function errorReport(error: unknown, { method, url }: FailedRequest): object {
  const { name, code, stack, message } = (error ?? {}) as Record<string, unknown>;
  const title = `${toIdentifier(name) ?? "Error"} ${toIdentifier(code) ?? ""}`.trim();
  return {
    severity: "ERROR",
    "@type": REPORTED_ERROR_EVENT,
    message: `unexpected ${title} in ${method} ${url}`,
    stack_trace: [title, ...stackFrames(stack, message)].join("\n"),
    // Cloud Run sets these variables; the emulator does not.
    serviceContext: { service: process.env.K_SERVICE || "api", version: process.env.K_REVISION || "local" },
    context: { httpRequest: { method, url, responseStatusCode: 500 } },
  };
}

/** Returns an error's name or code as text; `null` for anything longer or with spaces, which may be a user's text. */
function toIdentifier(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w./-]{1,60}$/.test(text) ? text : null;
}

const MAX_STACK_FRAMES = 20;

/** The frames of a stack trace, without the error's message, whose lines may look like frames. */
function stackFrames(stack: unknown, message: unknown): string[] {
  if (typeof stack !== "string") return [];
  const messageStart = typeof message === "string" && message !== "" ? stack.indexOf(message) : -1;
  const withoutMessage = messageStart === -1 ? stack : stack.slice(messageStart + String(message).length);
  return withoutMessage
    .split("\n")
    .filter((line) => STACK_FRAME.test(line))
    .slice(0, MAX_STACK_FRAMES);
}

// An optional function name, then a file with line and column. After a function name the file is in brackets.
const STACK_FRAME = /^ {4}at (?:[^()]+ (?:\[as \S+\] )?\()?(?:file:|node:|\/|[A-Z]:\\)[^()\s]*:\d+:\d+\)?$/;
