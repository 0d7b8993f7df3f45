// What only comparisons have. Loaded with the first one.

import { ComparedFlameGraph, ComparedIcicleGraph, GraphTools } from '../compare/ComparedGraph.tsx';
import { ComparedSandwich, SandwichTools } from '../compare/ComparedSandwich.tsx';
import { ComparedTable } from '../compare/ComparedTable.tsx';
import { ComparedTree } from '../compare/ComparedTree.tsx';

export { ComparisonBar } from '../compare/ComparisonBar.tsx';
export { ComparisonPanel } from '../compare/ComparisonPanel.tsx';
export { NotComparable } from '../filters/FilterChips.tsx';

export const COMPARED_PARTS = {
  flame: { Component: ComparedFlameGraph, Tools: GraphTools },
  icicle: { Component: ComparedIcicleGraph, Tools: GraphTools },
  sandwich: { Component: ComparedSandwich, Tools: SandwichTools },
  table: { Component: ComparedTable },
  tree: { Component: ComparedTree },
};
