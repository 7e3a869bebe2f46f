const UNITS = ["Bytes", "KB", "MB", "GB"] as const;

/** A file's size for people (section 5): whole `Bytes` below 1 KB, then KB, MB or GB of 1024 with 2 decimals. */
export function formatFileSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Compare what would be printed, so that 1,048,575 bytes read 1.00 MB and not 1024.00 KB.
  while (unit < UNITS.length - 1 && Number(value.toFixed(2)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(2)} ${UNITS[unit]}`;
}
