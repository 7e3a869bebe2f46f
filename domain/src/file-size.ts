const UNITS = ["Bytes", "KB", "MB", "GB"] as const;

/** A file size as text (section 5): whole `Bytes` below 1 KB, then KB, MB or GB (factor 1,024) with 2 decimals. */
export function formatFileSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // The rounded value is compared, so that 1,048,575 bytes become 1.00 MB and not 1024.00 KB.
  while (unit < UNITS.length - 1 && Number(value.toFixed(2)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(2)} ${UNITS[unit]}`;
}
