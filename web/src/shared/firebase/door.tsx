import { Component, type ReactNode } from "react";

/** Keeps a room that cannot be opened, or that broke, from taking the page with it; the reason is logged. */
export class Door extends Component<{ children: ReactNode; onShut: () => void }, { shut: boolean }> {
  override state = { shut: false };

  static getDerivedStateFromError() {
    return { shut: true };
  }

  override componentDidCatch() {
    this.props.onShut();
  }

  override render() {
    return this.state.shut ? null : this.props.children;
  }
}
