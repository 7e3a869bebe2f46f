import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { NoScreen, Reload } from "./error-boundary.tsx";
import { adviceFor, type Failed, type Later, useLater, useRetryOnline } from "./later.ts";

/** A whole screen whose code comes when it is wanted. */
export function LazyScreen<T>({ code, children }: { code: Later<T>; children: (code: T) => ReactNode }) {
  const screen = useLater(code, true);
  if (screen.kind === "loading") return <div className="cover h-16" />;
  if (screen.kind === "failed") return <Unloaded failure={screen} retry={code.load} />;
  return children(screen.code);
}

function Unloaded({ failure, retry }: { failure: Failed; retry: () => void }) {
  useRetryOnline(retry, true);
  return (
    <NoScreen title="This page could not be loaded" advice={adviceFor(failure)}>
      <Button variant="primary" busy={failure.trying} onClick={retry}>
        Retry
      </Button>
      {failure.again && <Reload />}
    </NoScreen>
  );
}
