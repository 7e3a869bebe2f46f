import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

/** What stands in for a screen that broke, or whose code can no longer be loaded after a new version came out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
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
}
