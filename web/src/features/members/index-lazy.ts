export { WaitingCount } from "./waiting-count.tsx";
