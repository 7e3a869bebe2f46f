export { type Board, useBoard } from "./use-board.tsx";
