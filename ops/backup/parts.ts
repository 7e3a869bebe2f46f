import { stableJson } from "../google/stable-json.ts";
import { ACCOUNTS_PER_CALL, readAccounts, type StoredAccount } from "./accounts.ts";
import { collectionOf, readDocuments, type StoredDocument } from "./documents.ts";
import { readFiles } from "./files.ts";
import type { Project } from "./project.ts";

/** A part of an archive. `count` is the number of its documents, accounts, passwords or files. */
export interface Part {
  name: string;
  count: number;
  bytes: Buffer;
}

/** A part of documents ends once its lines have this many characters. */
const PART_LENGTH = 4 * 1024 * 1024;

/**
 * Reads the whole project in parts: documents as of `readTime`, then accounts with their passwords, then files. In this
 * order every member has an account and every report has its files, even if members and reports are added meanwhile.
 * The same data always gives the same parts.
 */
export async function* readProjectParts(project: Project, readTime: string): AsyncGenerator<Part> {
  yield* createDocumentParts(readDocuments(project, readTime));
  yield* createAccountParts(readAccounts(project));
  let fileNumber = 0;
  for await (const { metadata, bytes } of readFiles(project)) {
    fileNumber += 1;
    yield createLinesPart(`files/${padNumber(fileNumber)}.json`, [stableJson(metadata)]);
    yield { name: `files/${padNumber(fileNumber)}`, count: 1, bytes };
  }
}

async function* createDocumentParts(documents: AsyncIterable<StoredDocument>): AsyncGenerator<Part> {
  let collection = "";
  let lines: string[] = [];
  let linesLength = 0;
  let partNumber = 0;
  const createPart = () => {
    partNumber += 1;
    return createLinesPart(`documents/${encodeURIComponent(collection)}/${padNumber(partNumber)}.ndjson`, lines);
  };
  for await (const document of documents) {
    const isNewCollection = collectionOf(document.path) !== collection;
    if (lines.length > 0 && (isNewCollection || linesLength >= PART_LENGTH)) {
      yield createPart();
      lines = [];
      linesLength = 0;
    }
    if (isNewCollection) partNumber = 0;
    collection = collectionOf(document.path);
    const line = stableJson(document);
    lines.push(line);
    linesLength += line.length;
  }
  if (lines.length > 0) yield createPart();
}

async function* createAccountParts(storedAccounts: AsyncIterable<StoredAccount>): AsyncGenerator<Part> {
  let batchNumber = 0;
  for await (const batch of inBatches(storedAccounts, ACCOUNTS_PER_CALL)) {
    batchNumber += 1;
    const accounts = batch.map(({ account }) => stableJson(account));
    // An account without a password has no line in the part of the passwords.
    const passwords = batch.flatMap(({ password }) => (password === null ? [] : stableJson(password)));
    yield createLinesPart(`accounts/${padNumber(batchNumber)}.ndjson`, accounts);
    yield createLinesPart(`passwords/${padNumber(batchNumber)}.ndjson`, passwords);
  }
}

/** Yields the items in arrays of `size` items; the last array may have fewer. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function createLinesPart(name: string, lines: readonly string[]): Part {
  return { name, count: lines.length, bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")) };
}

function padNumber(number: number): string {
  return String(number).padStart(6, "0");
}
