import { Component, type ReactNode } from 'react';

type Props = {
  fallback: (reason: string) => ReactNode;
  /** A new value renders the children again after a failure. */
  resetKey: string;
  onError?: () => void;
  children: ReactNode;
};

/** A class, because React has no hook for error boundaries. */
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
