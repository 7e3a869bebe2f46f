import { pastedImageName } from "@logbook/domain";

/** Gives each pasted image its own name, made from `now` in milliseconds (section 5). Other files keep their names. */
export function namePastedFiles(files: readonly File[], now: number): File[] {
  let time = now;
  return files.map((file) => {
    if (!file.type.startsWith("image/")) return file;
    const renamedFile = new File([file], pastedImageName(time), { type: file.type });
    time += 1;
    return renamedFile;
  });
}
