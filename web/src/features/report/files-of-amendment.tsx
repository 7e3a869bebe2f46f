import type { Amendment, Issue } from "@logbook/domain";
import { FileTiles } from "../attachments/index.ts";

export interface FilesProps {
  amendment: Pick<Amendment, "id" | "attachments">;
  report: Issue;
  isInCard?: boolean | undefined;
}

/** The files of an amendment. In a card, only the pictures of the latest amendment are shown, and small. */
export function FilesOfAmendment({ amendment: { id, attachments = [] }, report, isInCard = false }: FilesProps) {
  const look = id === report.amendments.at(-1)?.id ? "small" : "names";
  return (
    <FileTiles files={attachments} look={isInCard ? look : "medium"} shouldLoad="in-view" className="mt-1 basis-full" />
  );
}
