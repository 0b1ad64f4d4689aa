import { Component, type ReactNode } from 'react';

type Props = { fallback: (reason: string) => ReactNode; children: ReactNode };

/** React offers this only as a class. Give it a `key` that changes when it is worth trying again. */
export class ErrorBoundary extends Component<Props, { reason: string | null }> {
  override state: { reason: string | null } = { reason: null };

  static getDerivedStateFromError(error: unknown) {
    return { reason: error instanceof Error ? error.message : 'Unknown error' };
  }

  override render() {
    return this.state.reason === null ? this.props.children : this.props.fallback(this.state.reason);
  }
}
