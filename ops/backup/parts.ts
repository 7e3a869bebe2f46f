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
 * Reads the whole project in parts, which are always the same for the same data: documents as of `readTime` by
 * collection, accounts with their passwords, then files. In this order every member has an account and every report has
 * its files, even if members and reports are added meanwhile.
 */
export async function* partsOf(project: Project, readTime: string): AsyncGenerator<Part> {
  yield* documentParts(readDocuments(project, readTime));
  yield* accountParts(readAccounts(project));
  let number = 0;
  for await (const { metadata, bytes } of readFiles(project)) {
    number += 1;
    yield linesPart(`files/${padNumber(number)}.json`, [stableJson(metadata)]);
    yield { name: `files/${padNumber(number)}`, count: 1, bytes };
  }
}

async function* documentParts(documents: AsyncIterable<StoredDocument>): AsyncGenerator<Part> {
  let collection = "";
  let lines: string[] = [];
  let number = 0;
  let bytes = 0;
  const createPart = () => linesPart(`documents/${encodeURIComponent(collection)}/${padNumber(number)}.ndjson`, lines);
  for await (const document of documents) {
    const isNewCollection = collectionOf(document.path) !== collection;
    if (lines.length > 0 && (isNewCollection || bytes >= PART_BYTES)) {
      number += 1;
      yield createPart();
      lines = [];
      bytes = 0;
    }
    if (isNewCollection) number = 0;
    collection = collectionOf(document.path);
    const line = stableJson(document);
    lines.push(line);
    bytes += line.length;
  }
  number += 1;
  if (lines.length > 0) yield createPart();
}

async function* accountParts(stored: AsyncIterable<StoredAccount>): AsyncGenerator<Part> {
  let number = 0;
  for await (const batch of inBatches(stored, ACCOUNTS_PER_CALL)) {
    number += 1;
    const accounts = batch.map(({ account }) => stableJson(account));
    const passwords = batch.flatMap(({ password }) => (password === null ? [] : stableJson(password)));
    yield linesPart(`accounts/${padNumber(number)}.ndjson`, accounts);
    yield linesPart(`passwords/${padNumber(number)}.ndjson`, passwords);
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

function linesPart(name: string, lines: readonly string[]): Part {
  return { name, count: lines.length, bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")) };
}

function padNumber(number: number): string {
  return String(number).padStart(6, "0");
}
