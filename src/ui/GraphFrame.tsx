// What a graph stands in, whichever it is: a canvas that is scrolled and has the keyboard, as a tree of one item for a
// screen reader. What is painted, what the item says and what keys mean is for the graph to say.

import type { FocusEventHandler, MouseEventHandler, ReactNode, RefObject } from 'react';

export interface GraphElements {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

interface TreeProps {
  readonly label: string;
  /** As PLACES of the shortcuts has them. */
  readonly keys: string;
  /** Of the item. */
  readonly activeId: string;
  /** Is it the one among several that has the keyboard when the view gets it? */
  readonly isCurrent?: boolean;
  readonly onContextMenu?: MouseEventHandler<HTMLDivElement>;
  readonly onFocus?: FocusEventHandler<HTMLDivElement> | undefined;
}

interface Props extends GraphElements, TreeProps {
  readonly item: ReactNode;
  readonly tooltip: ReactNode;
}

export function GraphFrame({ scroller, spacer, canvas, item, tooltip, ...tree }: Props) {
  return (
    <div className="graph-frame">
      <GraphTree ref={scroller} {...tree}>
        <div ref={spacer} role="presentation">
          <canvas ref={canvas} aria-hidden="true" />
        </div>
        {item}
      </GraphTree>
      <div className="focus-ring" />
      {tooltip}
    </div>
  );
}

interface GraphTreeProps extends TreeProps {
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** What the keyboard and a screen reader find, with a picture and without. */
export function GraphTree({ label, keys, activeId, isCurrent, ...rest }: GraphTreeProps) {
  return (
    <div
      className="graph"
      role="tree"
      aria-label={label}
      aria-activedescendant={activeId}
      tabIndex={0}
      data-keys={keys}
      data-current={isCurrent}
      {...rest}
    />
  );
}

interface UnpaintedProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** The item while there is nothing to paint. */
export function Unpainted({ id, children }: UnpaintedProps) {
  return (
    <div role="treeitem" id={id} aria-selected="true" className="visually-hidden">
      {children}
    </div>
  );
}
