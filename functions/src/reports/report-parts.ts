import { LIMITS } from "@logbook/domain";
import { orThrow, readDocuments, type StoredDocument } from "../firestore/documents.ts";

// A document has at most 1 MiB, so one read has at most 25 MiB and stays far below the memory of an instance.
const DOCUMENTS_PER_READ = 25;

/** The reports of one response, as JSON; see `WireExportPart`. */
interface ReportsPart {
  jsons: string[];
  answered: number;
  missing: string[];
  /** The documents whose JSON is in `jsons`. */
  documents: StoredDocument[];
}

/**
 * Reads the documents of reports, in the order of `ids`, until their JSON has `LIMITS.exportPartBytes`; always at least
 * one. `toJson` makes the JSON of a document; a document for which it returns `null` is left out. Throws a
 * `TimeoutError` if Firestore cannot be read.
 */
export async function readReportsPart(
  ids: readonly string[],
  toJson: (document: StoredDocument) => object | null,
): Promise<ReportsPart> {
  const part: ReportsPart = { jsons: [], answered: 0, missing: [], documents: [] };
  let bytes = 0;
  for (let start = 0; start < ids.length; start += DOCUMENTS_PER_READ) {
    const readIds = ids.slice(start, start + DOCUMENTS_PER_READ);
    const { documents } = orThrow(await readDocuments(readIds.map((id) => `issues/${id}`)));
    for (const [index, document] of documents.entries()) {
      const report = document && toJson(document);
      if (report !== null) {
        const json = JSON.stringify(report);
        bytes += Buffer.byteLength(json);
        if (bytes > LIMITS.exportPartBytes && part.jsons.length > 0) return part;
        part.jsons.push(json);
        part.documents.push(document!);
      } else if (document === null) part.missing.push(readIds[index]!);
      part.answered += 1;
    }
  }
  return part;
}
