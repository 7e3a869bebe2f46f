import { Component, type ReactNode } from "react";

/** An error boundary for parts that show nothing: it reports a failure to `onError` and renders nothing in its place. */
export class SilentErrorBoundary extends Component<
  { children: ReactNode; onError: () => void },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
