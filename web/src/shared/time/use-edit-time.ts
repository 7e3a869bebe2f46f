import { editTimeLeft } from "@logbook/domain";
import { useEffect, useState } from "react";

/** Whether what was written at `createdAt` can still be edited. It turns false by itself; while hydrating it is false. */
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
