import { editTimeLeft } from "@logbook/domain";
import { useEffect, useState } from "react";
import { onServerTimeCorrected, serverNow } from "../../shared/time/server-time.ts";

/** Whether the author of a text written at `createdAt` may still edit it; `false` on the server and while hydrating. */
export function useIsInEditTime({ createdAt }: { createdAt: string }): boolean {
  const [isInEditTime, setIsInEditTime] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      clearTimeout(timer);
      const timeLeftMs = editTimeLeft({ createdAt }, serverNow());
      setIsInEditTime(timeLeftMs > 0);
      timer = setTimeout(() => setIsInEditTime(false), timeLeftMs);
    };
    update();
    const unsubscribe = onServerTimeCorrected(update);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [createdAt]);
  return isInEditTime;
}
