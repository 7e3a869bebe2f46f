import { icon } from "./icons.tsx";

// Icons of lazily loaded code. They are in a file of their own to keep them out of the first chunk.
export const ArchiveArrowUp = icon("archive-arrow-up");
export const Download = icon("download");
export const FileDown = icon("file-down");
export const FileText = icon("file-text");
export const FileX = icon("file-x");
export const ImageOff = icon("image-off");
export const KeyRound = icon("key-round");
export const MonitorX = icon("monitor-x");
export const Paperclip = icon("paperclip");
export const RotateCcw = icon("rotate-ccw");
export const Users = icon("users");
