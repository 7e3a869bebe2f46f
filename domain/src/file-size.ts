const UNITS = ["Bytes", "KB", "MB", "GB"] as const;

/** A file size as text (section 5): whole `Bytes` below 1 KB, then KB, MB or GB (factor 1,024) with 2 decimals. */
export function formatFileSize(bytes: number): string {
  let size = Math.max(0, bytes);
  let unitIndex = 0;
  // The rounded size is compared, so that 1,048,575 bytes become 1.00 MB and not 1024.00 KB.
  while (unitIndex < UNITS.length - 1 && Number(size.toFixed(2)) >= 1024) {
    size /= 1024;
    unitIndex += 1;
  }
  const sizeText = unitIndex === 0 ? Math.round(size) : size.toFixed(2);
  return `${sizeText} ${UNITS[unitIndex]}`;
}
