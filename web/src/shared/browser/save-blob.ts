/** Saves bytes as a file in the browser's folder for downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL some time after the click; 10 seconds are enough.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
