// The frame of every graph: a scrolling canvas that handles keys. For screen readers, it is a tree whose only item is the
// focused box.

import type { ComponentProps, HTMLAttributes, ReactNode, RefObject } from 'react';
import { depthOf, hasChildren, siblingPositionOf, type CallTree } from '../../model/tree.ts';
import type { Scope } from '../command.ts';

interface TreeProps extends ComponentProps<'div'> {
  readonly label: string;
  /** Scope of the graph's commands. */
  readonly keys: Scope;
  /** Element ID of the tree item. */
  readonly activeId: string;
  /** True if focusing the view focuses this graph. */
  readonly isCurrent?: boolean;
}

interface Props extends TreeProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly item: ReactNode;
  readonly tooltip: ReactNode;
}

export function GraphFrame({ scroller, spacer, canvas, item, tooltip, ...tree }: Props) {
  return (
    <div className="graph-frame column fill relative">
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

/** The focusable element of a graph. It may contain a message instead of a canvas. */
export function GraphTree({ label, keys, activeId, isCurrent, ...rest }: TreeProps) {
  return (
    <div
      className="graph fill relative"
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

/** The focused box for screen readers, or a message if there is nothing to paint. */
export function GraphItem(props: HTMLAttributes<HTMLDivElement>) {
  return <div role="treeitem" className="visually-hidden" aria-selected="true" {...props} />;
}

/** The position of a node in the tree below `root`, for screen readers. */
export function positionInTree(tree: CallTree, node: number, root = 0): HTMLAttributes<HTMLElement> {
  const { position, siblings } = siblingPositionOf(tree, node);
  return {
    'aria-level': depthOf(tree, node) - depthOf(tree, root) + 1,
    'aria-posinset': position,
    'aria-setsize': siblings,
    ...(hasChildren(tree, node) && { 'aria-expanded': true }),
  };
}
