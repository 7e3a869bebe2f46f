import { editTimeLeft } from "@logbook/domain";
import { useEffect, useState } from "react";

/** Whether the author of a text written at `createdAt` may still edit it; `false` on the server and while hydrating. */
export function useIsInEditTime({ createdAt }: { createdAt: string }): boolean {
  const [isInEditTime, setIsInEditTime] = useState(false);
  useEffect(() => {
    const timeLeftMs = editTimeLeft({ createdAt }, Date.now());
    setIsInEditTime(timeLeftMs > 0);
    const timer = setTimeout(() => setIsInEditTime(false), timeLeftMs);
    return () => clearTimeout(timer);
  }, [createdAt]);
  return isInEditTime;
}
