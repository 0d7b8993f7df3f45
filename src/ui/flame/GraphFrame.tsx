// The frame of every graph: a canvas that scrolls and handles keys and, for screen readers, a tree whose only item is the
// focused box.

import type { FocusEventHandler, MouseEventHandler, ReactNode, RefObject } from 'react';
import type { Scope } from '../command.ts';

export interface GraphElements {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

interface TreeProps {
  readonly label: string;
  /** Scope of its commands. */
  readonly keys: Scope;
  /** ID of the tree item. */
  readonly activeId: string;
  /** In a view with several graphs, true for the one that is focused when the view is. */
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

/** The focusable element of a graph, with or without a canvas in it. */
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

interface ItemProps {
  readonly id: string;
  /** Position of the focused box in the tree; undefined for a message. */
  readonly position?: {
    /** Counted from 1, like the position among the siblings. */
    readonly level: number;
    readonly position: number;
    readonly siblings: number;
    readonly hasChildren: boolean;
  };
  readonly children: ReactNode;
}

/** The focused box for screen readers, or a message if there is nothing to paint. */
export function GraphItem({ id, position, children }: ItemProps) {
  return (
    <div
      role="treeitem"
      id={id}
      className="visually-hidden"
      aria-selected="true"
      {...(position && {
        'aria-level': position.level,
        'aria-posinset': position.position,
        'aria-setsize': position.siblings,
        ...(position.hasChildren && { 'aria-expanded': true }),
      })}
    >
      {children}
    </div>
  );
}
