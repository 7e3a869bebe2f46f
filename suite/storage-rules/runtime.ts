import { checkRuleset } from "./check.ts";
import type { Coverage } from "./coverage.ts";
import { decide, locate } from "./decide.ts";
import { parse } from "./parse.ts";
import { METHODS, type RequestMethod, type Ruleset } from "./syntax.ts";
import { SourceError } from "./tree.ts";
import type { Value } from "./value.ts";
import { decodeDocument, decodeExpressionValue, requireArray, requireRecord, requireText } from "./wire.ts";

type Message = Readonly<Record<string, unknown>>;
/** A request to decide, and the documents fetched for it so far; null for one that does not exist. */
type Verification = { message: Message; documents: ReadonlyMap<string, Value | null> };

/** The first line that firebase-tools waits for. */
export const READY: Message = { id: -1, status: "ok" };

/**
 * The rules runtime, with the protocol of firebase-tools (`lib/emulator/storage/rules/runtime.js`): each input message
 * gets one output message. Every response has the status `ok`: with any other status, firebase-tools would never end
 * the request. A response with `errors` denies the request.
 */
export class Runtime {
  readonly #coverage: Coverage | undefined;
  readonly #rulesets = new Map<string, Ruleset>();
  /** The verifications that wait for a document, by the id of their message. `path` is the path of the document. */
  readonly #waitingVerifications = new Map<unknown, Verification & { path: string }>();

  constructor(coverage?: Coverage) {
    this.#coverage = coverage;
  }

  /** Returns the response to a line of input; `undefined` for an empty line. */
  receive(line: string): Message | undefined {
    if (line.trim() === "") return undefined;
    let id: unknown;
    try {
      const message = requireRecord(JSON.parse(line));
      id = message.id;
      return this.#answer(message);
    } catch (error) {
      this.#waitingVerifications.delete(id);
      return failure(id, [`The storage rules runtime can't answer: ${error instanceof Error ? error.message : error}`]);
    }
  }

  #answer(message: Message): Message {
    switch (message.action) {
      case "load_ruleset":
        return this.#load(message);
      case "verify":
        return this.#verify({ message, documents: new Map() });
      // The document that a verification has asked for comes in a message without an action.
      case undefined:
        return this.#resume(message);
      default:
        return failure(message.id, [`The storage rules runtime has no action ${JSON.stringify(message.action)}.`]);
    }
  }

  #load({ id, context }: Message): Message {
    const { rulesetName, source } = requireRecord(context);
    const [file, ...otherFiles] = requireArray(requireRecord(source).files).map(requireRecord);
    if (!file || otherFiles.length > 0) return failure(id, ["The storage rules must be one file."]);
    const result = loadRuleset(requireText(file.name), requireText(file.content));
    if ("problems" in result) return failure(id, result.problems);
    this.#rulesets.set(requireText(rulesetName), result.ruleset);
    return success(id, { rulesVersion: 2 }, []);
  }

  #resume(message: Message): Message {
    const verification = this.#waitingVerifications.get(message.id);
    if (!verification) return failure(message.id, ["The storage rules runtime didn't ask for a document."]);
    this.#waitingVerifications.delete(message.id);
    // firebase-tools answers with another status if the document does not exist.
    const document = message.status === "ok" ? decodeDocument(message.result) : null;
    const documents = new Map([...verification.documents, [verification.path, document]]);
    return this.#verify({ message: verification.message, documents });
  }

  #verify({ message, documents }: Verification): Message {
    const { id } = message;
    const { rulesetName, path, method, variables } = requireRecord(message.context);
    const ruleset = this.#rulesets.get(requireText(rulesetName));
    if (!ruleset) return failure(id, [`There are no storage rules ${rulesetName} loaded.`]);
    const request = {
      method: toRequestMethod(method),
      path: requireText(path),
      variables: new Map(
        Object.entries(requireRecord(variables)).map(([name, value]) => [name, decodeExpressionValue(value)]),
      ),
    };
    const outcome = decide(ruleset, request, documents, this.#coverage?.observerOf(ruleset));
    switch (outcome.kind) {
      case "permitted":
        return success(id, { permit: true }, []);
      case "denied":
        return success(id, { permit: false }, outcome.reasons);
      case "unsupported":
        return failure(id, [outcome.reason]);
      case "document-needed":
        this.#waitingVerifications.set(id, { message, documents, path: outcome.path });
        return { action: "fetch_firestore_document", server_request_id: id, context: { path: outcome.path } };
    }
  }
}

/** Parses and checks a file. Returns the ruleset, or the problems of the file, each with file, line and column. */
function loadRuleset(fileName: string, source: string): { ruleset: Ruleset } | { problems: readonly string[] } {
  try {
    const ruleset = parse(fileName, source);
    const problems = checkRuleset(ruleset).map(({ message, position }) => locate(fileName, message, position));
    return problems.length > 0 ? { problems } : { ruleset };
  } catch (error) {
    if (error instanceof SourceError) return { problems: [locate(fileName, error.message, error.position)] };
    throw error;
  }
}

function toRequestMethod(name: unknown): RequestMethod {
  const method = METHODS.find((knownMethod) => knownMethod === name);
  if (!method) throw new Error(`there is no method ${JSON.stringify(name)}.`);
  return method;
}

function success(id: unknown, result: Message, warnings: readonly string[]): Message {
  return { id, status: "ok", errors: [], warnings, result };
}

/** `errors` make firebase-tools refuse the request, or the ruleset. */
function failure(id: unknown, errors: readonly string[]): Message {
  return { id, status: "ok", errors, warnings: [], result: { permit: false } };
}
