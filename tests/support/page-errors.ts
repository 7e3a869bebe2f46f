import { type BrowserContext, test as base, type ConsoleMessage, expect, type WebError } from "@playwright/test";

const VIOLATION_EVENT = "securitypolicyviolation";
/** The beginning of the error that is logged for a text that is not the only child of its element. */
const TEXT_AMONG_SIBLINGS = "A text has no element of its own:";
const EXPECTED_MESSAGES = [
  // Log lines of the page and the browser about a failed request (section 7).
  /^Failed to /,
  // A log line of the browser about the service worker's file, if the connection drops while the page is being cached.
  /^An unknown error occurred when fetching the script\.$/,
  // Firestore's client requests an image from Google to find out whether it is offline. The policy blocks this request.
  /https:\/\/www\.google\.com\/images\/cleardot\.gif\?/,
];

/** The contexts whose pages already log policy violations. Several tests can share a context. */
const loggingContexts = new WeakSet<BrowserContext>();

/**
 * Playwright's `test`. A test fails if the page in any window violates the security policy, throws an uncaught error,
 * logs an error that is not about a failed request, or renders a text that is not the only child of its element.
 */
export const test = base.extend<{ noPageErrors: undefined; expectedError: RegExp | null }>({
  /** The browser's message for a policy violation that the test provokes. */
  expectedError: [null, { option: true }],
  noPageErrors: [
    async ({ browser, expectedError }, use) => {
      const errors: string[] = [];
      const onError = (error: WebError): void => void errors.push(String(error.error()));
      const onMessage = (message: ConsoleMessage): void => {
        const isExpected = EXPECTED_MESSAGES.concat(expectedError ?? []).some((pattern) =>
          pattern.test(message.text()),
        );
        if (message.type() === "error" && !isExpected) errors.push(message.text());
      };
      const watch = (context: BrowserContext): void => {
        context.on("weberror", onError);
        context.on("console", onMessage);
        if (loggingContexts.has(context)) return;
        loggingContexts.add(context);
        void context.addInitScript((eventName) => {
          addEventListener(eventName, (event) => {
            const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
            console.error(eventName, effectiveDirective, blockedURI);
          });
        }, VIOLATION_EVENT);
        // React creates a text node only for a text among siblings, which it cannot find again on a translated page
        // (decision 55). It writes the only text of an element as the element's `textContent`.
        void context.addInitScript((errorText) => {
          const createTextNode = document.createTextNode.bind(document);
          document.createTextNode = (text) => {
            // Radix creates a text node for each of its stylesheets, and axe an empty one.
            if (text !== "" && !text.includes("{")) console.error(errorText, text);
            return createTextNode(text);
          };
        }, TEXT_AMONG_SIBLINGS);
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
