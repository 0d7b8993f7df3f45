// What the rows of a table are called, which of them are shown in which order, and what marks and colours they have.
// Each is made again only when something that it is made of has changed.

import { useDeferredValue, useMemo } from 'react';
import { kindColor } from '../canvas/colors.ts';
import type { Label } from '../model/labels.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { rowLabel } from '../model/row-labels.ts';
import type { Recording, Table } from '../model/session.ts';
import { rowKinds, rowsFound, rowText } from './row-names.ts';
import { rowsWith, sortedRows } from './table-rows.ts';
import { useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

interface RowNames {
  readonly labels: readonly Label[];
  /** All of each, for the pointer that rests on it. */
  readonly texts: readonly string[];
  /** Of lower case: by what rows are sorted, and in what words are looked for. */
  readonly sortedBy: readonly string[];
  readonly searched: readonly string[];
}

export function useRowNames(recording: Recording, { by, id }: Table): RowNames {
  return useMemo(() => {
    const labels = Array.from(id, (each) => rowLabel(recording, by, each));
    const texts = Array.from(id, (each) => rowText(recording, by, each));
    const sortedBy = labels.map(({ name }) => name.toLowerCase());
    return { labels, texts, sortedBy, searched: texts.map((text) => text.toLowerCase()) };
  }, [recording, by, id]);
}

/** Rows of the table, sorted and narrowed down. */
export function useShownRows(table: Table, { sortedBy, searched }: RowNames): Uint32Array {
  const sorting = useStateOf((state) => state.sorting);
  const query = useDeferredValue(useStateOf((state) => state.rowQuery));
  const sorted = useMemo(() => sortedRows(table, sortedBy, sorting), [table, sortedBy, sorting]);
  return useMemo(() => rowsWith(sorted, searched, query), [sorted, searched, query]);
}

/** 1 for each row of the table with something that the page's search found; undefined without a search. */
export function useRowsFound(recording: Recording, { by, id }: Table): Uint8Array | undefined {
  const matches = useStateOf((state) => state.found?.matches);
  return useMemo(() => matches && rowsFound(recording, by, id, matches), [recording, by, id, matches]);
}

/** Of each row of the table the colour of its kind of code; undefined for what is of no kind. */
export function useRowColors(recording: Recording, { by, id }: Table): readonly (string | undefined)[] {
  const theme = useTheme();
  return useMemo(() => {
    if (by === 'thread') return [];
    // There are few kinds, and a colour takes a while.
    const colors = KIND_LABELS.map((_, kind) => kindColor(kind, theme));
    return Array.from(rowKinds(recording, by, id), (kind) => colors[kind]);
  }, [recording, by, id, theme]);
}
