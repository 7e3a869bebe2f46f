import { createBoard } from "./board.ts";
import { firestoreSource } from "./source.ts";

/** The board of this process. */
export const board = createBoard(firestoreSource);
