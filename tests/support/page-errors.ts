import { type BrowserContext, test as base, type ConsoleMessage, expect, type WebError } from "@playwright/test";

const VIOLATION = "securitypolicyviolation";
const EXPECTED = [
  // The page's and the browser's log lines for a failed request (section 7 of the specification).
  /^Failed to /,
  // The browser's log line for the service worker's file, if the connection drops while the page is being cached.
  /^An unknown error occurred when fetching the script\.$/,
  // Firestore's client requests an image from Google to check whether it is offline; the policy blocks that.
  /https:\/\/www\.google\.com\/images\/cleardot\.gif\?/,
];

/** Contexts that already log policy violations: several tests can share a context. */
const reporting = new WeakSet<BrowserContext>();

/**
 * Playwright's test; fails if the page in any window violates the security policy, throws an uncaught error, or logs an
 * error that is not about a failed request.
 */
export const test = base.extend<{ noPageErrors: undefined; expectedError: RegExp | null }>({
  /** The browser's message for a policy violation that the test provokes. */
  expectedError: [null, { option: true }],
  noPageErrors: [
    async ({ browser, expectedError }, use) => {
      const errors: string[] = [];
      const onError = (error: WebError): void => void errors.push(String(error.error()));
      const onMessage = (message: ConsoleMessage): void => {
        const isExpected = [...EXPECTED, ...(expectedError === null ? [] : [expectedError])].some((known) =>
          known.test(message.text()),
        );
        if (message.type() === "error" && !isExpected) errors.push(message.text());
      };
      const watch = (context: BrowserContext): void => {
        context.on("weberror", onError);
        context.on("console", onMessage);
        if (reporting.has(context)) return;
        reporting.add(context);
        void context.addInitScript((name) => {
          addEventListener(name, (event) => {
            const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
            console.error(name, effectiveDirective, blockedURI);
          });
        }, VIOLATION);
      };
      for (const context of browser.contexts()) watch(context);
      browser.on("context", watch);
      await use(undefined);
      browser.off("context", watch);
      for (const context of browser.contexts()) {
        context.off("weberror", onError);
        context.off("console", onMessage);
      }
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
