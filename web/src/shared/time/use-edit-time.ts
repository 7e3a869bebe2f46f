import { editTimeLeft } from "@logbook/domain";
import { useEffect, useState } from "react";

/** Whether a text written at `createdAt` can still be edited. A timer sets it to `false`; `false` during hydration. */
export function useEditTime({ createdAt }: { createdAt: string }): boolean {
  const [isEditable, setIsEditable] = useState(false);
  useEffect(() => {
    const leftMs = editTimeLeft({ createdAt }, Date.now());
    setIsEditable(leftMs > 0);
    const timer = setTimeout(() => setIsEditable(false), leftMs);
    return () => clearTimeout(timer);
  }, [createdAt]);
  return isEditable;
}
