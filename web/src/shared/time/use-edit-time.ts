import { editTimeLeft } from "@logbook/domain";
import { useEffect, useState } from "react";

/** Whether the author of a text written at `createdAt` may still edit it; `false` on the server and while hydrating. */
export function useEditTime({ createdAt }: { createdAt: string }): boolean {
  const [isEditable, setIsEditable] = useState(false);
  useEffect(() => {
    const timeLeftMs = editTimeLeft({ createdAt }, Date.now());
    setIsEditable(timeLeftMs > 0);
    const timer = setTimeout(() => setIsEditable(false), timeLeftMs);
    return () => clearTimeout(timer);
  }, [createdAt]);
  return isEditable;
}
