import type { Attachment } from "@logbook/domain";
import { FileTiles } from "../attachments/index.ts";

export interface FilesProps {
  files: Attachment[];
  /** In a card, only the pictures of the report's latest amendment are shown, and small. */
  isInCard?: boolean | undefined;
  isLatest?: boolean;
}

/** The files of an amendment. */
export function FilesOfAmendment({ files, isInCard = false, isLatest = false }: FilesProps) {
  const lookInCard = isLatest ? "small" : "names";
  return (
    <FileTiles files={files} look={isInCard ? lookInCard : "medium"} shouldLoad="in-view" className="mt-1 basis-full" />
  );
}
