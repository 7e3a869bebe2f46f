import { compareIssues, countStats } from "@logbook/domain";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { BoardMove } from "../firestore/board-head.ts";
import { type BoardSource, type BoardState, createBoard, OVERLAP_MS } from "./board.ts";
import { fakeFirestore, SECOND_MS } from "./fake-firestore.ts";
import { createReports } from "./reports.ts";

const REPORT_IDS = ["a", "b", "c"];
const anyId = fc.constantFrom(...REPORT_IDS);
// How long after its timestamp a write becomes visible. A sync asks for the changes since `OVERLAP_MS` before the last
// sync, so it would miss a write that becomes visible later.
const anyAgeMs = fc.integer({ min: 0, max: OVERLAP_MS - SECOND_MS });
const anyActionOf = <Kind extends string>(...kinds: Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), id: anyId, ageMs: anyAgeMs });
// The process that has the board makes "own write" and "own removal", another process "write" and "remove".
const anyAction = fc.oneof(
  { weight: 4, arbitrary: anyActionOf("write", "own write") },
  { weight: 2, arbitrary: anyActionOf("remove", "own removal") },
  { weight: 1, arbitrary: anyActionOf("bypassing write") },
  { weight: 6, arbitrary: anyActionOf("read") },
  { weight: 1, arbitrary: anyActionOf("save snapshot") },
  { weight: 1, arbitrary: anyActionOf("cold start") },
);

const anyActions = fc.array(anyAction, { minLength: 4, maxLength: 40 });

it("the board never shows a state that ended before the request, however reads and writes interleave", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), anyActions, async (scheduler, actions) => {
      /** Pauses the caller at the step `label`. The scheduler ends the pauses in a random order. */
      const pauseAt = (label: string) => scheduler.schedule(Promise.resolve(), label);
      // Read times are multiples of four seconds. Each read takes one second, so several heads have one read time.
      const store = fakeFirestore(4 * SECOND_MS);
      let snapshot: BoardState | null = null;
      const source: BoardSource = {
        loadSnapshot: async () => {
          await pauseAt("snapshot is loaded");
          return snapshot;
        },
        loadAll: async () => {
          await pauseAt("query of all starts");
          const reports = createReports(store.readAll());
          await pauseAt("query of all ends");
          return reports;
        },
        loadChanges: async (since) => {
          await pauseAt("query of changes starts");
          const changes = store.readChanges(since);
          await pauseAt("query of changes ends");
          return changes;
        },
        loadReports: async (ids) => {
          await pauseAt("read by id starts");
          const reports = store.readByIds(ids);
          await pauseAt("read by id ends");
          return reports;
        },
      };
      let board = createBoard(source);
      const coldStart = (): void => {
        board = createBoard(source);
        board.preload();
      };

      /** Records the move of a commit by this process when Firestore's response to the commit arrives. */
      const recordOwnMove = async (move: BoardMove | null): Promise<void> => {
        const boardAtCommit = board;
        await pauseAt("own commit is answered");
        if (move !== null) boardAtCommit.recordMove(move);
      };
      const saveSnapshot = async (): Promise<void> => {
        const head = store.readHead();
        await pauseAt("head of the snapshot is read");
        snapshot = { head, reports: await board.reportsAt(head) };
      };
      const read = async (): Promise<void> => {
        const from = store.now();
        await pauseAt("head is read");
        const head = store.readHead();
        await pauseAt("head is returned");
        const { all, stats } = await board.reportsAt(head);
        const to = store.now();
        for (const id of REPORT_IDS) {
          // A write that bypasses the rules gives the report an old timestamp. Then a running sync finds neither this
          // write nor the change before it.
          if (store.hasBypassBetween(id, from, to)) continue;
          const shown = all.find((entry) => entry.id === id) ?? null;
          expect(store.statesBetween(id, from, to)).toContainEqual(shown);
        }
        expect(all).toEqual([...all].sort(compareIssues));
        expect(stats).toEqual(countStats(all));
      };
      const steps = actions.map((action) => async (): Promise<void> => {
        await pauseAt(action.kind);
        if (action.kind === "write") store.write(action.id, action.ageMs);
        else if (action.kind === "own write") await recordOwnMove(store.write(action.id, action.ageMs));
        else if (action.kind === "remove") store.remove(action.id, action.ageMs);
        else if (action.kind === "own removal") await recordOwnMove(store.remove(action.id, action.ageMs));
        else if (action.kind === "bypassing write") store.writeBypassingRules(action.id);
        else if (action.kind === "save snapshot") await saveSnapshot();
        else if (action.kind === "cold start") coldStart();
        else await read();
      });

      await scheduler.waitFor(Promise.all(steps.map((step) => step())));
    }),
    { numRuns: 500 },
  );
});
