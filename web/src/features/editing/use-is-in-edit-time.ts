import { editTimeLeft } from "@logbook/domain";
import { useLayoutEffect, useState } from "react";
import { onServerTimeCorrected, serverNow } from "../../shared/time/server-time.ts";

/** Whether the author of a text written at `createdAt` may still edit it; `false` on the server and while hydrating. */
export function useIsInEditTime({ createdAt }: { createdAt: string }): boolean {
  const [isInEditTime, setIsInEditTime] = useState(false);
  // Before the paint, so that the button Edit does not push what is below it.
  useLayoutEffect(() => {
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
