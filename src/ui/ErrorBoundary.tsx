// A mistake of ours in drawing the page must not leave it white: it is said, with the way on.

import { Component, type ReactNode } from 'react';

interface State {
  readonly error: Error | undefined;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <p role="alert" className="problem">
        The page could not be drawn ({error.message}): load it again.
      </p>
    );
  }
}
