// The views that are not part of the workspace. Loaded while the page is idle.

import { InvertedGraph, InvertedTools } from '../flame/Graph.tsx';
import { FunctionPicker } from '../sandwich/FunctionPicker.tsx';
import { SandwichView } from '../sandwich/SandwichView.tsx';
import { TableView } from '../table/TableView.tsx';
import { TimeOrderGraph } from '../time-order/TimeOrderGraph.tsx';
import { TreeView } from '../tree/TreeView.tsx';

export const VIEW_PARTS = {
  time: { Component: TimeOrderGraph },
  sandwich: { Component: SandwichView, Tools: FunctionPicker },
  inverted: { Component: InvertedGraph, Tools: InvertedTools },
  table: { Component: TableView },
  tree: { Component: TreeView },
};
