// Renders the flame graph of a recording as SVG, with the page's code and its light theme.

import { writeSvg } from '../src/canvas/svg.ts';
import { baseName } from '../src/text/base-name.ts';
import { measureAt } from '../src/text/labels.ts';
import { encodeTexts } from '../workers/export/export.ts';
import { inferredInCalls } from '../workers/views/tree-shares.ts';
import { profileAtLevel, buildCallTree } from '../workers/pipeline.ts';
import type { OpenedAt } from './opening.ts';

export function svgOf({ open, level, event }: OpenedAt, width: number): Iterable<Uint8Array> {
  const { recording } = open;
  const built = buildCallTree(profileAtLevel(open, level), event);
  return encodeTexts(
    writeSvg({
      tree: built.tree,
      inferred: inferredInCalls(open, built),
      direction: 'flame',
      zoomed: 0,
      width,
      // Only the file name: the folder stays private.
      title: baseName(recording.name),
      level,
      measure: measureAt(recording, event),
      choices: [],
      names: recording,
      matches: undefined,
      highlighted: new Set(),
    }),
  );
}
