import { checkRuleset } from "./check.ts";
import { decide, locate } from "./decide.ts";
import { DocumentNeeded, type Documents } from "./documents.ts";
import type { Observe } from "./evaluate.ts";
import { parse } from "./parse.ts";
import type { RequestMethod, Ruleset } from "./syntax.ts";
import { SourceError } from "./tree.ts";
import { UnsupportedError, type Value } from "./value.ts";
import { decodeDocument, decodeValue, type WireDocument, type WireValue } from "./wire.ts";

type LoadMessage = {
  action: "load_ruleset";
  id: number;
  context: { rulesetName: string; source: { files: readonly { name: string; content: string }[] } };
};
type VerifyMessage = {
  action: "verify";
  id: number;
  context: { rulesetName: string; path: string; method: RequestMethod; variables: Record<string, WireValue> };
};
/** The document that the verification with this id has asked for. If it does not exist, the status is not `ok`. */
type DocumentMessage = { action?: undefined; id: number; status: string; result: WireDocument };

type Response = Readonly<Record<string, unknown>>;

/** The first line that firebase-tools waits for. */
export const READY: Response = { id: -1, status: "ok" };

/**
 * The rules runtime, with the protocol of firebase-tools (`lib/emulator/storage/rules/runtime.js`): each input message
 * gets one output message. The form of a message is not checked: an error at a malformed one denies the request.
 */
export class Runtime {
  readonly #observerOf: ((ruleset: Ruleset) => Observe | undefined) | undefined;
  readonly #rulesets = new Map<string, Ruleset>();
  /** Functions that continue the verifications that wait for a document, by the id of the verification's message. */
  readonly #waitingVerifications = new Map<number, (document: Value | null) => Response>();

  constructor(observerOf?: (ruleset: Ruleset) => Observe | undefined) {
    this.#observerOf = observerOf;
  }

  /** Returns the response to a line of input. */
  receive(line: string): Response {
    const message = JSON.parse(line) as LoadMessage | VerifyMessage | DocumentMessage;
    try {
      if (message.action === "load_ruleset") return this.#load(message);
      if (message.action === "verify") return this.#verify(message, new Map());
      return this.#resume(message);
    } catch (error) {
      return respond(message.id, { errors: [`The storage rules runtime can't answer: ${(error as Error).message}`] });
    }
  }

  #load({ id, context: { rulesetName, source } }: LoadMessage): Response {
    const [file, ...otherFiles] = source.files;
    if (!file || otherFiles.length > 0) return respond(id, { errors: ["The storage rules must be one file."] });
    const toErrors = (problems: readonly SourceError[]): string[] =>
      problems.map(({ message, position }) => locate(file.name, message, position));
    try {
      const ruleset = parse(file.name, file.content);
      const problems = checkRuleset(ruleset);
      if (problems.length > 0) return respond(id, { errors: toErrors(problems) });
      this.#rulesets.set(rulesetName, ruleset);
      return respond(id, { result: { rulesVersion: 2 } });
    } catch (error) {
      if (error instanceof SourceError) return respond(id, { errors: toErrors([error]) });
      throw error;
    }
  }

  #resume({ id, status, result }: DocumentMessage): Response {
    const resume = this.#waitingVerifications.get(id);
    if (!resume) return respond(id, { errors: ["The storage rules runtime didn't ask for a document."] });
    this.#waitingVerifications.delete(id);
    return resume(status === "ok" ? decodeDocument(result) : null);
  }

  #verify(message: VerifyMessage, documents: Documents): Response {
    const { id, context } = message;
    const ruleset = this.#rulesets.get(context.rulesetName);
    if (!ruleset) return respond(id, { errors: [`There are no storage rules ${context.rulesetName} loaded.`] });
    const variables = new Map(Object.entries(context.variables).map(([name, value]) => [name, decodeValue(value)]));
    try {
      const request = { ...context, variables };
      const { permit, reasons } = decide(ruleset, request, documents, this.#observerOf?.(ruleset));
      return respond(id, { warnings: reasons, result: { permit } });
    } catch (error) {
      if (error instanceof UnsupportedError)
        return respond(id, { errors: [locate(ruleset.fileName, error.message, error.position)] });
      if (!(error instanceof DocumentNeeded)) throw error;
      const { path } = error;
      this.#waitingVerifications.set(id, (document) =>
        this.#verify(message, new Map([...documents, [path, document]])),
      );
      return { action: "fetch_firestore_document", server_request_id: id, context: { path } };
    }
  }
}

type Answer = { errors?: readonly string[]; warnings?: readonly string[]; result?: object };

/**
 * `errors` make firebase-tools refuse the request, or the ruleset. Every response has the status `ok`: with any other
 * status, firebase-tools would never end the request.
 */
function respond(id: number, { errors = [], warnings = [], result = { permit: false } }: Answer): Response {
  return { id, status: "ok", errors, warnings, result };
}
