import { editTimeLeft } from "@logbook/domain";
import { useEffect, useState } from "react";

/** Whether a text written at `createdAt` can still be edited. Becomes `false` by a timer; `false` during hydration. */
export function useEditTime({ createdAt }: { createdAt: string }): boolean {
  const [isEditable, setIsEditable] = useState(false);
  useEffect(() => {
    const left = editTimeLeft({ createdAt }, Date.now());
    setIsEditable(left > 0);
    const timer = setTimeout(() => setIsEditable(false), left);
    return () => clearTimeout(timer);
  }, [createdAt]);
  return isEditable;
}
