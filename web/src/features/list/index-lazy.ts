export { MineHint } from "./mine-hint.tsx";
