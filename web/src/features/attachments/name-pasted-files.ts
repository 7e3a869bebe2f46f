import { pastedImageName } from "@logbook/domain";

/** Files from the clipboard: images get the name of a pasted image (section 5), each its own; others keep theirs. */
export function namePastedFiles(files: readonly File[], now: number): File[] {
  let time = now;
  return files.map((file) => {
    if (!file.type.startsWith("image/")) return file;
    const named = new File([file], pastedImageName(time), { type: file.type });
    time += 1;
    return named;
  });
}
