import { checkRuleset } from "./check.ts";
import type { Coverage } from "./coverage.ts";
import { decide, locate } from "./decide.ts";
import { parse } from "./parse.ts";
import { METHODS, type RequestMethod, type Ruleset } from "./syntax.ts";
import { SourceError } from "./tree.ts";
import type { Value } from "./value.ts";
import { asArray, asRecord, asText, decodeDocument, decodeExpressionValue } from "./wire.ts";

type Message = Readonly<Record<string, unknown>>;
type Verification = { message: Message; documents: ReadonlyMap<string, Value | null> };

/** The first line that firebase-tools waits for. */
export const READY: Message = { id: -1, status: "ok" };

/**
 * The rules runtime, with the protocol of firebase-tools (`lib/emulator/storage/rules/runtime.js`): each input message
 * gets one output message. Every response has the status `ok`: with any other status, firebase-tools would never end
 * the request. A response with `errors` denies it.
 */
export class Runtime {
  readonly #coverage: Coverage | undefined;
  readonly #rulesets = new Map<string, Ruleset>();
  /** The verifications that wait for a document, by the id of their message, with the path of that document. */
  readonly #waitingVerifications = new Map<unknown, Verification & { path: string }>();

  constructor(coverage?: Coverage) {
    this.#coverage = coverage;
  }

  /** The response to a line of input; an empty line has none. */
  receive(line: string): Message | undefined {
    if (line.trim() === "") return undefined;
    let id: unknown;
    try {
      const message = asRecord(JSON.parse(line));
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
    const { rulesetName, source } = asRecord(context);
    const [file, ...others] = asArray(asRecord(source).files).map(asRecord);
    if (!file || others.length > 0) return failure(id, ["The storage rules must be one file."]);
    const name = asText(file.name);
    const loaded = loadRuleset(name, asText(file.content));
    if ("problems" in loaded) return failure(id, loaded.problems);
    this.#rulesets.set(asText(rulesetName), loaded.ruleset);
    return success(id, { rulesVersion: 2 }, []);
  }

  #resume(message: Message): Message {
    const waiting = this.#waitingVerifications.get(message.id);
    if (!waiting) return failure(message.id, ["The storage rules runtime didn't ask for a document."]);
    this.#waitingVerifications.delete(message.id);
    const found = message.status === "ok" ? decodeDocument(message.result) : null;
    return this.#verify({ ...waiting, documents: new Map([...waiting.documents, [waiting.path, found]]) });
  }

  #verify({ message, documents }: Verification): Message {
    const { id } = message;
    const { rulesetName, path, method, variables } = asRecord(message.context);
    const ruleset = this.#rulesets.get(asText(rulesetName));
    if (!ruleset) return failure(id, [`There are no storage rules ${rulesetName} loaded.`]);
    const request = {
      method: requestMethod(method),
      path: asText(path),
      variables: new Map(
        Object.entries(asRecord(variables)).map(([name, value]) => [name, decodeExpressionValue(value)]),
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
    const problems = checkRuleset(ruleset).map(({ message, at }) => locate(fileName, message, at));
    return problems.length > 0 ? { problems } : { ruleset };
  } catch (error) {
    if (error instanceof SourceError) return { problems: [locate(fileName, error.message, error.at)] };
    throw error;
  }
}

function requestMethod(name: unknown): RequestMethod {
  const method = METHODS.find((known) => known === name);
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
