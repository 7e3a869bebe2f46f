import { createBoard } from "./board.ts";
import { firestoreSource } from "./firestore-source.ts";

/** The board of this process. */
export const board = createBoard(firestoreSource);
