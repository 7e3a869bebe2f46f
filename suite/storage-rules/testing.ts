import { Runtime } from "./runtime.ts";

export type RuntimeResponse = {
  id?: number;
  status?: string;
  action?: string;
  server_request_id?: number;
  context?: { path: string };
  errors?: readonly string[];
  warnings?: readonly string[];
  result?: { permit?: boolean; rulesVersion?: number };
};

/** Sends messages to a runtime, without the conversion to lines. */
export class Conversation {
  readonly #runtime = new Runtime();

  say(message: object): RuntimeResponse {
    return this.#runtime.receive(JSON.stringify(message)) as RuntimeResponse;
  }

  load(content: string, name = "storage.rules"): RuntimeResponse {
    const context = { rulesetName: "0", source: { files: [{ name, content }] } };
    return this.say({ action: "load_ruleset", id: 0, context });
  }

  /** Asks whether a request is permitted. `path` is the name of the object in the bucket. */
  verify({ id = 1, path = "a", method = "get", resource = NULL, request = {} }: RequestOptions = {}): RuntimeResponse {
    const variables = { resource, request: { map_value: { fields: request } } };
    const context = { rulesetName: "0", service: "firebase.storage", path: `/b/bucket/o/${path}`, method, variables };
    return this.say({ action: "verify", id, context });
  }
}

type RequestOptions = { id?: number; path?: string; method?: string; resource?: object; request?: object };

const NULL = { null_value: null };

/** A rules file with these lines inside the bucket's `match`, which starts on line 3. */
export const inBucket = (...lines: readonly string[]): string =>
  `rules_version = '2';\nservice firebase.storage {\nmatch /b/{bucket}/o {\n${lines.join("\n")}\n}\n}\n`;

/** The runtime's response to a `get` of any object under this condition. */
export function responseTo(condition: string, options: RequestOptions = {}): RuntimeResponse {
  const conversation = new Conversation();
  const loadResponse = conversation.load(inBucket(`match /{path=**} { allow read, write: if ${condition}; }`));
  return loadResponse.errors?.length ? loadResponse : conversation.verify(options);
}

/** The verdict on a condition. False and an error both deny, but only the negation of false permits. */
export function verdictOn(condition: string, options: RequestOptions = {}): "true" | "false" | "error" {
  const permits = (text: string): boolean => {
    const { errors, result } = responseTo(text, options);
    if (errors?.length) throw new Error(errors.join("\n"));
    return result?.permit === true;
  };
  if (permits(condition)) return "true";
  return permits(`!(${condition})`) ? "false" : "error";
}
