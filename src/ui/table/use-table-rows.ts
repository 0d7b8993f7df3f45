// Names, order, search matches, colors and focus of the rows of a table.

import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import type { Label } from '../../text/labels.ts';
import { rowLabel } from '../../text/row-labels.ts';
import type { Recording, Table } from '../../model/session.ts';
import { setRow, setShownRow } from '../../state/navigation.ts';
import { rowKinds, matchingRows, rowText } from '../primitives/row-names.ts';
import { rowsWith, sortedRows } from './table-rows.ts';
import { useKindColors } from '../primitives/use-kind-colors.ts';
import { useAppState } from '../primitives/use-app-state.ts';

interface RowNames {
  readonly labels: readonly Label[];
  /** Tooltips. */
  readonly texts: readonly string[];
  /** In lower case: sort keys, and the text that row filters search. */
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

/** The displayed rows, sorted and filtered. */
export function useShownRows(table: Table, { sortedBy, searched }: RowNames): Uint32Array {
  const sorting = useAppState((state) => state.sorting);
  const query = useDeferredValue(useAppState((state) => state.rowQuery));
  const sorted = useMemo(() => sortedRows(table, sortedBy, sorting), [table, sortedBy, sorting]);
  return useMemo(() => rowsWith(sorted, searched, query), [sorted, searched, query]);
}

/** 1 for each row that matches the search; undefined without a search. */
export function useMatchingRows(recording: Recording, { by, id }: Table): Uint8Array | undefined {
  const matches = useAppState((state) => state.searchResult?.matches);
  return useMemo(() => matches && matchingRows(recording, by, id, matches), [recording, by, id, matches]);
}

/** The color of each row's kind of code; undefined for rows without a kind. */
export function useRowColors(recording: Recording, { by, id }: Table): readonly (string | undefined)[] {
  const colors = useKindColors();
  return useMemo(() => {
    if (by === 'thread') return [];
    return Array.from(rowKinds(recording, by, id), (kind) => colors[kind]);
  }, [recording, by, id, colors]);
}

/**
 * The index of the focused row, and a function that moves the focus. If a filter removes the row, the focus stays at its
 * index, and the rest of the page describes the row that is now there. The removed row is focused again when it returns.
 */
export function useFocusedRow(
  { by, id }: Table,
  rows: Uint32Array,
): { readonly focused: number; readonly focus: (at: number) => void } {
  const wanted = useAppState((state) => state.row);
  const [position, setPosition] = useState(0);
  const at = wanted?.by === by ? rows.indexOf(id.indexOf(wanted.id)) : 0;
  const focused = at >= 0 ? at : Math.max(0, Math.min(position, rows.length - 1));
  const row = rows.length > 0 ? id[rows[focused]] : undefined;
  useLayoutEffect(() => setShownRow(row === undefined ? undefined : { by, id: row }), [by, row]);
  return {
    focused,
    focus: (next) => {
      setPosition(next);
      setRow({ by, id: id[rows[next]] });
    },
  };
}
