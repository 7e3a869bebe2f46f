import { describe, expect, it } from "vitest";
import type { StoredDocument } from "./documents.ts";
import { deleteDocuments, writeDocuments } from "./write-documents.ts";

interface Write {
  update?: { name: string; fields: Record<string, unknown> };
  updateMask?: { fieldPaths: string[] };
  delete?: string;
}

/** A project that records its commits. */
function recorded(): { commits: Write[][]; project: Parameters<typeof writeDocuments>[0] } {
  const commits: Write[][] = [];
  const call = async (_method: string, _path: string, body?: object) =>
    commits.push((body as { writes: Write[] }).writes);
  return { commits, project: { root: "projects/a/databases/(default)/documents", firestore: { call } } };
}

const titled = (path: string, title = "x"): StoredDocument => ({ path, fields: { title: { stringValue: title } } });

describe("documents of a backup", () => {
  it("are written with the mark and then without it if they are reports, so that the trigger ignores them", async () => {
    const { commits, project } = recorded();
    await writeDocuments(project, [titled("issues/r1")]);
    const name = `${project.root}/issues/r1`;
    expect(commits).toEqual([
      [{ update: { name, fields: { title: { stringValue: "x" }, restoring: { booleanValue: true } } } }],
      [{ update: { name, fields: {} }, updateMask: { fieldPaths: ["restoring"] } }],
    ]);
  });

  it("are marked before they are deleted if they are reports", async () => {
    const { commits, project } = recorded();
    await deleteDocuments(project, [titled("issues/r1"), titled("members/u1")]);
    expect(commits.map((writes) => writes.map((write) => write.delete ?? write.updateMask))).toEqual([
      [{ fieldPaths: ["restoring"] }],
      [`${project.root}/issues/r1`, `${project.root}/members/u1`],
    ]);
  });

  it("include a new board, so that processes discard the reports in their memory", async () => {
    const { commits, project } = recorded();
    await writeDocuments(project, [titled("boards/main")]);
    expect(commits.map(([write]) => write?.delete ?? write?.update?.name)).toEqual([
      `${project.root}/boards/main`,
      `${project.root}/boards/main`,
    ]);
    expect(commits[0]?.[0]).toHaveProperty("delete");
  });

  it("are written in commits of at most 400 writes and 5 MB", async () => {
    const { commits, project } = recorded();
    await writeDocuments(
      project,
      Array.from({ length: 900 }, (_, index) => titled(`history/h${index}`)),
    );
    expect(commits.map(({ length }) => length)).toEqual([400, 400, 100]);
    commits.length = 0;
    await writeDocuments(
      project,
      Array.from({ length: 12 }, (_, index) => titled(`trash/t${index}`, "x".repeat(1e6))),
    );
    expect(commits.map(({ length }) => length)).toEqual([5, 5, 2]);
    commits.length = 0;
    await writeDocuments(
      project,
      // Three bytes each in UTF-8.
      Array.from({ length: 4 }, (_, index) => titled(`trash/t${index}`, "書".repeat(5e5))),
    );
    expect(commits.map(({ length }) => length)).toEqual([3, 1]);
    await writeDocuments(project, []);
    expect(commits).toHaveLength(2);
  });
});
