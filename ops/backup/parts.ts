import { createHash } from "node:crypto";
import * as z from "zod";
import { stableJson } from "../google/stable-json.ts";
import {
  ACCOUNTS_PER_CALL,
  type Account,
  accountSchema,
  type Password,
  passwordSchema,
  readAccounts,
  type StoredAccount,
} from "./accounts.ts";
import { collectionOf, documentSchema, readDocuments, type StoredDocument } from "./documents.ts";
import { type FileMetadata, fileSchema, readFiles } from "./files.ts";
import type { Project } from "./project.ts";

/** A part of an archive. `count` is the number of its documents, accounts, passwords or files. */
export interface Part {
  name: string;
  count: number;
  bytes: Buffer;
}

/** A part as the manifest lists it: with the length of its content instead of the content. */
export const partInfoSchema = z.strictObject({
  name: z.string(),
  count: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
export type PartInfo = z.output<typeof partInfoSchema>;

export function toPartInfo({ name, count, bytes }: Part): PartInfo {
  return { name, count, bytes: bytes.length, sha256: sha256Of(bytes) };
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The parsed content of one part of an archive. */
export type Content =
  | { kind: "documents"; collection: string; documents: StoredDocument[] }
  | { kind: "accounts"; accounts: Account[] }
  | { kind: "passwords"; passwords: Password[] }
  | { kind: "file-metadata"; metadata: FileMetadata }
  | { kind: "files"; bytes: Buffer };

/** Reads a part's name, such as `documents/issues/000001.ndjson`. Only parts with documents have a collection. */
export function parsePartName(name: string): { kind: Content["kind"]; collection: string } {
  const [folder, encodedCollection] = name.split("/") as ["documents" | "accounts" | "passwords" | "files", string];
  if (folder === "documents") return { kind: folder, collection: decodeURIComponent(encodedCollection) };
  // The part `files/000001.json` has the metadata of the part `files/000001`.
  return { kind: folder === "files" && name.endsWith(".json") ? "file-metadata" : folder, collection: "" };
}

export function readPart(name: string, bytes: Buffer): Content {
  const { kind, collection } = parsePartName(name);
  const readLines = <T>(schema: z.ZodType<T>): T[] => {
    const lines = bytes.toString().split("\n").slice(0, -1);
    return lines.map((line) => schema.parse(JSON.parse(line)));
  };
  if (kind === "documents") return { kind, collection, documents: readLines(documentSchema) };
  if (kind === "accounts") return { kind, accounts: readLines(accountSchema) };
  if (kind === "passwords") return { kind, passwords: readLines(passwordSchema) };
  if (kind === "file-metadata") return { kind, metadata: fileSchema.parse(JSON.parse(bytes.toString())) };
  return { kind, bytes };
}

/**
 * Adds up the counts of the parts: `24 issues, 59 history, 3 accounts, 9 files`. Passwords belong to the accounts, and
 * metadata to the files, so they are not counted.
 */
export function describeCounts(parts: readonly PartInfo[]): string {
  const counts = new Map<string, number>();
  for (const { name, count } of parts) {
    const { kind, collection } = parsePartName(name);
    if (kind === "file-metadata" || kind === "passwords") continue;
    const label = kind === "documents" ? collection : kind;
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts].map(([label, count]) => `${count} ${label}`).join(", ") || "nothing";
}

/** A part of documents ends once its lines have this many characters. */
const PART_LENGTH = 4 * 1024 * 1024;

/**
 * Reads the whole project: documents as of `readTime`, accounts, files. The same data always gives the same parts. With
 * this order, every member has an account and every report has its files, even if more are added meanwhile.
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
