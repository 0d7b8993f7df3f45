// Shows an error instead of an empty page if rendering fails.

import { Component, type ReactNode } from 'react';

type State = { readonly error?: Error };

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <p role="alert" className="problem row wrap">
        Could not draw the page ({error.message}). Reload the page.
      </p>
    );
  }
}
