import { stableJson } from "../google/stable-json.ts";
import { ACCOUNTS_AT_ONCE, readAccounts, type StoredAccount } from "./accounts.ts";
import { collectionOf, readDocuments, type StoredDocument } from "./documents.ts";
import { readFiles } from "./files.ts";
import type { Project } from "./project.ts";

/** A piece of an archive. `count` tells how many documents, accounts, passwords or files are in it. */
export interface Part {
  name: string;
  count: number;
  bytes: Buffer;
}

const PART_BYTES = 4 * 1024 * 1024;

/**
 * All of a project in parts, the same parts for the same data: documents as of `moment` by collection, accounts and,
 * apart from them, their passwords, then files. In this order every member's account and every report's file is there,
 * whatever is added meanwhile.
 */
export async function* partsOf(project: Project, moment: string): AsyncGenerator<Part> {
  yield* documentParts(readDocuments(project, moment));
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
  let some: StoredAccount[] = [];
  let number = 0;
  const parts = (): Part[] => {
    number += 1;
    const passwords = some.flatMap(({ password }) => password ?? []);
    return [
      linesPart(
        `accounts/${padded(number)}.ndjson`,
        some.map(({ account }) => stableJson(account)),
      ),
      linesPart(`passwords/${padded(number)}.ndjson`, passwords.map(stableJson)),
    ];
  };
  for await (const one of stored) {
    some.push(one);
    if (some.length < ACCOUNTS_AT_ONCE) continue;
    yield* parts();
    some = [];
  }
  if (some.length > 0) yield* parts();
}

function linesPart(name: string, lines: readonly string[]): Part {
  return { name, count: lines.length, bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")) };
}

function padded(number: number): string {
  return String(number).padStart(6, "0");
}
