import type { Admission } from "@logbook/domain";

export const ADMISSION_LABELS: Readonly<Record<Admission, string>> = {
  open: "Everybody who registers",
  approval: "Those whom an admin lets in",
  closed: "Nobody new",
};
