/**
 * Looks through the texts of its memory, as scan.wat says: writes the index of each that holds the wanted bytes to `found`
 * and gives how many they are. All numbers are places in the memory, but `length`, and `first` and `second`, two of the
 * wanted bytes.
 */
export type Scan = (
  text: number,
  end: number,
  starts: number,
  wanted: number,
  length: number,
  first: number,
  second: number,
  found: number,
) => number;

/** What WebAssembly counts its memory in, bytes. */
export const PAGE_BYTES = 64 * 1024;

/** So many zeros stand behind the texts: the scan looks at some of them. */
export const ZEROS_BEHIND = 64;

/** scan.wat, assembled. */
export const SCAN_MODULE =
  "AGFzbQEAAAABDQFgCH9/f39/f39/AX8CEQEFdGV4dHMGbWVtb3J5AgABAwIBAAcIAQRzY2FuAAAK/AIB+QIFAnsFfwR7AX4EfyADIAVqLQAA/Q8hCCADIAZqLQAA/Q8hCSAAIQsgASAEayEOIAchFwJAA0AgCyAOSw0BIAsgBWohDCALIAZqIQ0gDP0ABAAgCP0jIA39AAQAIAn9I/1OIQ8gDP0ABBAgCP0jIA39AAQQIAn9I/1OIRAgDP0ABCAgCP0jIA39AAQgIAn9I/1OIREgDP0ABDAgCP0jIA39AAQwIAn9I/1OIRIgC0HAAGohFiAPIBD9UCARIBL9UP1Q/VMEQCAP/WStIBD9ZK1CEIaEIBH9ZK1CIIYgEv1krUIwhoSEIRMCQANAIAsgE3qnaiEUQQAhFQJAA0AgFCAVai0AACADIBVqLQAARw0BIBVBAWohFSAVIARJDQALA0AgAigCBCAUTQRAIAJBBGohAiAKQQFqIQoMAQsLIBcgCjYCACAXQQRqIRcgAigCBCEWDAILIBMgE0IBfYMhEyATQgBSDQALCwsgFiELDAALCyAXIAdrQQJ2Cw==";

let compiled: WebAssembly.Module | undefined;

/** The scan of this memory. */
export function scanOf(memory: WebAssembly.Memory): Scan {
  compiled ??= new WebAssembly.Module(Buffer.from(SCAN_MODULE, "base64"));
  return new WebAssembly.Instance(compiled, { texts: { memory } }).exports.scan as Scan;
}
