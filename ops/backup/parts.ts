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

const PART_BYTES = 4 * 1024 * 1024;

/**
 * The whole project in parts, always the same for the same data: documents as of `readTime` by collection, accounts
 * with their passwords, then files. In this order every member has an account and every report has its files, even if
 * members and reports are added meanwhile.
 */
export async function* partsOf(project: Project, readTime: string): AsyncGenerator<Part> {
  yield* documentParts(readDocuments(project, readTime));
  yield* accountParts(readAccounts(project));
  let number = 0;
  for await (const { about, bytes } of readFiles(project)) {
    number += 1;
    yield linesPart(`files/${padded(number)}.json`, [stableJson(about)]);
    yield { name: `files/${padded(number)}`, count: 1, bytes };
  }
}

async function* documentParts(documents: AsyncIterable<StoredDocument>): AsyncGenerator<Part> {
  let collection = "";
  let lines: string[] = [];
  let number = 0;
  let bytes = 0;
  const part = () => linesPart(`documents/${encodeURIComponent(collection)}/${padded(number)}.ndjson`, lines);
  for await (const document of documents) {
    const isNew = collectionOf(document.path) !== collection;
    if (lines.length > 0 && (isNew || bytes >= PART_BYTES)) {
      number += 1;
      yield part();
      lines = [];
      bytes = 0;
    }
    if (isNew) number = 0;
    collection = collectionOf(document.path);
    const line = stableJson(document);
    lines.push(line);
    bytes += line.length;
  }
  number += 1;
  if (lines.length > 0) yield part();
}

async function* accountParts(stored: AsyncIterable<StoredAccount>): AsyncGenerator<Part> {
  let number = 0;
  for await (const batch of inBatches(stored, ACCOUNTS_PER_CALL)) {
    number += 1;
    const accounts = batch.map(({ account }) => stableJson(account));
    const passwords = batch.flatMap(({ password }) => (password === null ? [] : stableJson(password)));
    yield linesPart(`accounts/${padded(number)}.ndjson`, accounts);
    yield linesPart(`passwords/${padded(number)}.ndjson`, passwords);
  }
}

/** The same items, `size` at a time. */
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

function linesPart(name: string, lines: readonly string[]): Part {
  return { name, count: lines.length, bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")) };
}

function padded(number: number): string {
  return String(number).padStart(6, "0");
}
