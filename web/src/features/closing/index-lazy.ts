export { type ClosingChange, closeReport } from "./api.ts";
export { DuplicateBanner } from "./duplicate-banner.tsx";
