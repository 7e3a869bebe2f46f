export { type BoardState, useBoard } from "./use-board.tsx";
