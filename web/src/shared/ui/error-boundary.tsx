import { Component, type ReactNode } from "react";
import { reloadFromNetwork } from "../browser/reload-from-network.ts";
import { Button, type ButtonProps } from "./button.tsx";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown if a child throws while rendering. By default it is a whole screen with a Reload button. */
  fallback?: ReactNode;
  onError?: () => void;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    const { children, fallback = <BrokenScreen /> } = this.props;
    return this.state.hasError ? fallback : children;
  }
}

function BrokenScreen() {
  return (
    <ErrorScreen
      title="This page could not be shown"
      advice="There may be a new version of the logbook. Please reload the page."
    >
      <ReloadButton variant="primary" />
    </ErrorScreen>
  );
}

export function ErrorScreen({ title, advice, children }: { title: string; advice: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-prose p-8" role="alert">
      <h1 className="mb-2 font-semibold font-serif text-2xl">{title}</h1>
      <p className="mb-4">{advice}</p>
      <div className="flex gap-2">{children}</div>
    </main>
  );
}

/** Reloads the page from the network, not from the app-shell cache. */
export function ReloadButton(style: Pick<ButtonProps, "size" | "variant">) {
  return (
    <Button {...style} onClick={reloadFromNetwork}>
      Reload
    </Button>
  );
}

/** React root options: each error that an error boundary catches is logged by one `console.error`. */
export const LOG_CAUGHT_ERRORS = {
  onCaughtError: (error: unknown) => console.error("Failed to show a part of the page:", error),
};
