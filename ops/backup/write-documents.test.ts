import { describe, expect, it } from "vitest";
import type { StoredDocument } from "./documents.ts";
import { type DocumentStore, deleteDocuments, writeDocuments } from "./write-documents.ts";

interface Write {
  update?: { name: string; fields: Record<string, unknown> };
  updateMask?: { fieldPaths: string[] };
  delete?: string;
}

/** A project that records its commits. */
function createRecordingProject(): { commits: Write[][]; project: DocumentStore } {
  const commits: Write[][] = [];
  const callFirestore = async (_path: string, body?: object) => commits.push((body as { writes: Write[] }).writes);
  return { commits, project: { root: "projects/a/databases/(default)/documents", callFirestore } };
}

const createDocument = (path: string, title = "x"): StoredDocument => ({
  path,
  fields: { title: { stringValue: title } },
});

describe("writing a backup's documents", () => {
  it("a report is written with the field `restoring`, which a second commit removes", async () => {
    const { commits, project } = createRecordingProject();
    await writeDocuments(project, [createDocument("issues/r1")]);
    const name = `${project.root}/issues/r1`;
    expect(commits).toEqual([
      [{ update: { name, fields: { title: { stringValue: "x" }, restoring: { booleanValue: true } } } }],
      [{ update: { name, fields: {} }, updateMask: { fieldPaths: ["restoring"] } }],
    ]);
  });

  it("a report gets the field `restoring` before it is deleted", async () => {
    const { commits, project } = createRecordingProject();
    await deleteDocuments(project, [createDocument("issues/r1"), createDocument("members/u1")]);
    expect(commits.map((writes) => writes.map((write) => write.delete ?? write.updateMask))).toEqual([
      [{ fieldPaths: ["restoring"] }],
      [`${project.root}/issues/r1`, `${project.root}/members/u1`],
    ]);
  });

  it("the board is deleted and created again", async () => {
    const { commits, project } = createRecordingProject();
    await writeDocuments(project, [createDocument("boards/main")]);
    expect(commits.map(([write]) => write?.delete ?? write?.update?.name)).toEqual([
      `${project.root}/boards/main`,
      `${project.root}/boards/main`,
    ]);
    expect(commits[0]?.[0]).toHaveProperty("delete");
  });

  it("commits have at most 400 writes and 5 MB", async () => {
    const { commits, project } = createRecordingProject();
    await writeDocuments(
      project,
      Array.from({ length: 900 }, (_, index) => createDocument(`history/h${index}`)),
    );
    expect(commits.map(({ length }) => length)).toEqual([400, 400, 100]);
    commits.length = 0;
    await writeDocuments(
      project,
      Array.from({ length: 12 }, (_, index) => createDocument(`trash/t${index}`, "x".repeat(1e6))),
    );
    expect(commits.map(({ length }) => length)).toEqual([5, 5, 2]);
    commits.length = 0;
    await writeDocuments(
      project,
      // This character has three bytes in UTF-8.
      Array.from({ length: 4 }, (_, index) => createDocument(`trash/t${index}`, "書".repeat(5e5))),
    );
    expect(commits.map(({ length }) => length)).toEqual([3, 1]);
  });

  it("no commit is sent if there are no documents", async () => {
    const { commits, project } = createRecordingProject();
    await writeDocuments(project, []);
    expect(commits).toEqual([]);
  });
});
