import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

/**
 * Shows `instead` in the place of what broke, or whose code can no longer be loaded after a new version came out; for a
 * whole screen unless said otherwise.
 */
export class ErrorBoundary extends Component<{ children: ReactNode; instead?: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { children, instead = <NoScreen /> } = this.props;
    return this.state.broken ? instead : children;
  }
}

function NoScreen() {
  return (
    <main className="mx-auto max-w-prose p-8" role="alert">
      <h1 className="mb-2 font-semibold font-serif text-2xl">This page could not be shown</h1>
      <p className="mb-4">There may be a new version of the logbook. Please reload the page.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </main>
  );
}
