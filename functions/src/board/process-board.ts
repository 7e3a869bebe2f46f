import { createBoard } from "./board.ts";
import { firestoreSource } from "./firestore-source.ts";
import { createTitleIndex } from "./title-index.ts";

/** The board of this process. */
export const board = createBoard(firestoreSource);

/** The index of the board's titles. */
export const titleIndex = createTitleIndex();
