import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../suite/storage-rules/main.ts", import.meta.url));

/** A value in the format of firebase-tools, such as `{ int_value: 5 }`. */
export type ExpressionValue = Readonly<Record<string, unknown>>;

/** A reply to our request `id`, or a request for a document that our request `server_request_id` needs. */
type Message = {
  readonly id?: number;
  readonly server_request_id?: number;
  readonly action?: string;
  readonly context?: { readonly path: string };
  readonly errors?: readonly string[];
  readonly result?: { readonly permit?: boolean };
};

/** Fetches a document in the format of Firestore's REST API; returns `undefined` if there is none. */
export type FetchDocument = (path: string) => Promise<unknown>;

/** The storage-rules runtime (suite/storage-rules) in a process of its own, called as firebase-tools calls it. */
export class StorageRuntimeProcess {
  readonly #child: ChildProcessWithoutNullStreams = spawn(process.execPath, [SCRIPT]);
  /** For each id of a request, what to do with the runtime's next message about it. */
  readonly #resolvers = new Map<number, (message: Message) => void>();
  readonly #ready: Promise<Message>;
  #nextId = 0;
  #incompleteLine = "";

  constructor() {
    // The runtime's first message has the id -1 and says that it is ready.
    this.#ready = new Promise((resolve) => this.#resolvers.set(-1, resolve));
    this.#child.stderr.pipe(process.stderr);
    this.#child.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#receive(chunk));
  }

  /** Loads a rules file and returns its errors. */
  async load(rulesetName: string, content: string): Promise<readonly string[]> {
    await this.#ready;
    const context = { rulesetName, source: { files: [{ name: "storage.rules", content }] } };
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
    let message = await this.#send({ action: "verify", context }, id);
    while (message.action === "fetch_firestore_document") {
      // Reply with the document. The next message is the verdict, or asks for another document.
      const result = await fetchDocument(message.context?.path ?? "");
      message = await this.#send({ status: result ? "ok" : "not_found", result, errors: [], warnings: [] }, id);
    }
    if (message.errors?.length) throw new Error(message.errors.join("\n"));
    return message.result?.permit === true;
  }

  stop(): void {
    this.#child.kill();
  }

  /** Sends a message and returns the runtime's next message with the same id. */
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
      const message = JSON.parse(line) as Message;
      const id = message.id ?? message.server_request_id;
      if (id !== undefined) this.#resolvers.get(id)?.(message);
    }
  }
}
