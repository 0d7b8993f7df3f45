// Shows an error instead of an empty page, or a part of one, if rendering fails.

import { Component, type ReactNode } from 'react';

type State = { readonly error?: Error };

interface Props {
  /** What could not be drawn. */
  readonly what: string;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <p role="alert" className="problem row wrap">
        Could not draw {this.props.what} ({error.message}). Reload the page.
      </p>
    );
  }
}
