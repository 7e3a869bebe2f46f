export { type LeftIn, searchFile, strikeFile } from "./look-through.ts";
export { PrivateParts } from "./private-parts.tsx";
