const REPORTED = "type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent";

/** The request during which an error came up; `url` is its route's pattern. */
export interface Failing {
  method: string;
  url: string;
}

/**
 * The log entry of an error that nobody expected, as Cloud Error Reporting takes it. The error's message is left out, for
 * it may quote what someone wrote.
 */
export function errorReport(error: unknown, { method, url }: Failing): object {
  const { name, code, stack, message } = (error ?? {}) as Record<string, unknown>;
  const what = [word(name) ?? "Error", word(code)].filter((part) => part !== null).join(" ");
  return {
    severity: "ERROR",
    "@type": REPORTED,
    message: `unexpected ${what} in ${method} ${url}`,
    stack_trace: [what, ...frames(stack, message)].join("\n"),
    serviceContext: { service: process.env.K_SERVICE || "api", version: process.env.K_REVISION || "local" },
    context: { httpRequest: { method, url, responseStatusCode: 500 } },
  };
}

/** A name or code as it is; anything longer or of several words is no such thing. */
function word(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w./-]{1,60}$/.test(text) ? text : null;
}

const MOST_FRAMES = 20;

/** The lines of a stack that say where, without the message before them, whose lines may look the same. */
function frames(stack: unknown, message: unknown): string[] {
  if (typeof stack !== "string") return [];
  const quoted = typeof message === "string" && message !== "" ? stack.indexOf(message) : -1;
  const rest = quoted === -1 ? stack : stack.slice(quoted + String(message).length);
  return rest
    .split("\n")
    .filter((line) => FRAME.test(line))
    .slice(0, MOST_FRAMES);
}

// A name, and in brackets or alone a file with line and column.
const FRAME = /^ {4}at (?:[^()]+ (?:\[as \S+\] )?\()?(?:file:|node:|\/|[A-Z]:\\)[^()\s]*:\d+:\d+\)?$/;
