export { LazyBulkBar } from "./lazy-bulk-bar.tsx";
