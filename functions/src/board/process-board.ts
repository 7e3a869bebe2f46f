import { createBoard } from "./board.ts";
import { firestoreSource } from "./firestore-source.ts";
import { createTitleIndex } from "./title-index.ts";

export const board = createBoard(firestoreSource);

export const titleIndex = createTitleIndex();
