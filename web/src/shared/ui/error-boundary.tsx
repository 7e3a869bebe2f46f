import { Component, type ReactNode } from "react";
import { reloadFromNetwork } from "../browser/reload-from-network.ts";
import { Button, type ButtonProps } from "./button.tsx";

/** Shows `instead` in the place of what broke; for a whole screen unless said otherwise. */
export class ErrorBoundary extends Component<{ children: ReactNode; instead?: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { children, instead = <BrokenScreen /> } = this.props;
    return this.state.broken ? instead : children;
  }
}

function BrokenScreen() {
  return (
    <NoScreen
      title="This page could not be shown"
      advice="There may be a new version of the logbook. Please reload the page."
    >
      <Reload variant="primary" />
    </NoScreen>
  );
}

/** Stands for a screen that is not there; its `children` are buttons. */
export function NoScreen({ title, advice, children }: { title: string; advice: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-prose p-8" role="alert">
      <h1 className="mb-2 font-semibold font-serif text-2xl">{title}</h1>
      <p className="mb-4">{advice}</p>
      <div className="flex gap-2">{children}</div>
    </main>
  );
}

/** Loads the page anew. */
export function Reload(look: Pick<ButtonProps, "size" | "variant">) {
  return (
    <Button {...look} onClick={reloadFromNetwork}>
      Reload
    </Button>
  );
}
