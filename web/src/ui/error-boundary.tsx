import { Component, type ReactNode } from 'react';

type Props = {
  fallback: (reason: string) => ReactNode;
  /** When this changes, what failed is tried again. */
  resetKey: string;
  onError?: () => void;
  children: ReactNode;
};

/** React offers this only as a class. */
export class ErrorBoundary extends Component<Props, { reason: string | null }> {
  override state: { reason: string | null } = { reason: null };

  static getDerivedStateFromError(error: unknown) {
    return { reason: error instanceof Error ? error.message : 'Unknown error' };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.reason !== null) this.setState({ reason: null });
  }

  override render() {
    return this.state.reason === null ? this.props.children : this.props.fallback(this.state.reason);
  }
}
