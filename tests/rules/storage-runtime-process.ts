import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../suite/storage-rules/main.ts", import.meta.url));

/** A value as firebase-tools sends it: `{ int_value: 5 }`. */
export type ExpressionValue = Readonly<Record<string, unknown>>;

type Message = {
  readonly id?: number;
  readonly server_request_id?: number;
  readonly action?: string;
  readonly context?: { readonly path: string };
  readonly errors?: readonly string[];
  readonly result?: { readonly permit?: boolean };
};

/** Fetches a document's REST form, or undefined when there is none. */
export type FetchDocument = (path: string) => Promise<unknown>;

/** The storage-rules runtime in a process of its own, called as firebase-tools calls it. */
export class StorageRuntimeProcess {
  readonly #child: ChildProcessWithoutNullStreams = spawn(process.execPath, [SCRIPT]);
  readonly #resolvers = new Map<number, (answer: Message) => void>();
  readonly #ready: Promise<Message>;
  #nextId = 0;
  #incompleteLine = "";

  constructor() {
    this.#ready = new Promise((resolve) => this.#resolvers.set(-1, resolve));
    this.#child.stderr.pipe(process.stderr);
    this.#child.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#receive(chunk));
  }

  /** Loads a rules file and returns its errors. */
  async load(name: string, content: string): Promise<readonly string[]> {
    await this.#ready;
    const context = { rulesetName: name, source: { files: [{ name: "storage.rules", content }] } };
    return (await this.#send({ action: "load_ruleset", context }, this.#nextId++)).errors ?? [];
  }

  /** Whether a `get` of the object is permitted; throws if the runtime reports errors. */
  async permits(
    rulesetName: string,
    path: string,
    variables: Readonly<Record<string, ExpressionValue>>,
    fetchDocument: FetchDocument,
  ): Promise<boolean> {
    const id = this.#nextId++;
    const context = { rulesetName, service: "firebase.storage", path, method: "get", variables };
    let answer = await this.#send({ action: "verify", context }, id);
    while (answer.action === "fetch_firestore_document") {
      const result = await fetchDocument(answer.context?.path ?? "");
      answer = await this.#send({ status: result ? "ok" : "not_found", result, errors: [], warnings: [] }, id);
    }
    if (answer.errors?.length) throw new Error(answer.errors.join("\n"));
    return answer.result?.permit === true;
  }

  stop(): void {
    this.#child.kill();
  }

  #send(message: object, id: number): Promise<Message> {
    return new Promise((resolve) => {
      this.#resolvers.set(id, resolve);
      this.#child.stdin.write(`${JSON.stringify({ ...message, id })}\n`);
    });
  }

  #receive(chunk: string): void {
    const lines = (this.#incompleteLine + chunk).split("\n");
    this.#incompleteLine = lines.pop() ?? "";
    for (const line of lines) {
      const answer = JSON.parse(line) as Message;
      this.#resolvers.get(answer.id ?? answer.server_request_id ?? Number.NaN)?.(answer);
    }
  }
}
