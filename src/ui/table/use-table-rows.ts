// Hooks for the rows of a table: their names, order, search matches, colors and focus.

import { useLayoutEffect, useMemo, useState } from 'react';
import { costColor } from '../../canvas/colors/cost-coloring.ts';
import type { Label } from '../../text/labels.ts';
import { rowLabel, rowText } from '../../text/row-labels.ts';
import { costOfRow } from '../../model/costs.ts';
import { isByCost, type Table } from '../../model/session.ts';
import { setRow, setFocusedRow } from '../../state/view/navigation.ts';
import { indexOfSubject, subjectOfRow } from '../../state/view/tables.ts';
import { rowKinds, matchingRows } from '../primitives/row-names.ts';
import { sortTable } from './table-columns.ts';
import { useFunctionColors, useKindColors } from '../primitives/use-colors.ts';
import { useTheme, useAppState, useRecording } from '../primitives/use-app-state.ts';

/** Identifies the rows. */
export type Groups = Pick<Table, 'by' | 'id' | 'parts'>;

export interface RowNames {
  readonly labels: readonly Label[];
  /** Tooltips. */
  readonly texts: readonly string[];
  /** Names in lower case. */
  readonly sortKeys: readonly string[];
}

export function useRowNames({ by, id, parts }: Groups): RowNames {
  const recording = useRecording();
  return useMemo(() => {
    const labels = Array.from(id, (each, row) => rowLabel(recording, by, each, parts?.[row]));
    const texts = Array.from(id, (each, row) => rowText(recording, by, each, parts?.[row]));
    return { labels, texts, sortKeys: labels.map(({ name }) => name.toLowerCase()) };
  }, [recording, by, id, parts]);
}

/** The displayed rows, sorted and filtered by text and by the kinds or costs highlighted in the legend. */
export function useDisplayedRows(table: Table, { sortKeys }: RowNames): Uint32Array {
  const sorting = useAppState('sorting');
  const costs = useAppState('highlightedCosts');
  const sorted = useMemo(() => sortTable(table, sortKeys, sorting), [table, sortKeys, sorting]);
  const found = useFilteredRows(table, sorted);
  return useMemo(
    () =>
      isByCost(table.by) && costs.size > 0 ? found.filter((row) => costs.has(costOfRow(table, row))) : found,
    [found, table, costs],
  );
}

/** The rows that match the row filter and the kinds highlighted in the legend. */
export function useFilteredRows({ by, id }: Groups, sorted: Uint32Array): Uint32Array {
  const recording = useRecording();
  const matches = useAppState(({ rowMatches }) => (rowMatches?.by === by ? rowMatches.ids : undefined));
  const highlighted = useAppState('highlighted');
  const found = useMemo(
    () => (matches ? sorted.filter((row) => matches.has(id[row])) : sorted),
    [sorted, matches, id],
  );
  return useMemo(() => {
    // Threads and costs have no kind.
    if (by === 'thread' || isByCost(by) || highlighted.size === 0) return found;
    const kinds = rowKinds(recording, by, id);
    return found.filter((row) => highlighted.has(kinds[row]));
  }, [found, recording, by, id, highlighted]);
}

/** 1 for each row that matches the search; undefined without a search. */
export function useMatchingRows(table: Groups): Uint8Array | undefined {
  const recording = useRecording();
  const found = useAppState('searchResult');
  return useMemo(() => {
    const { by, id } = table;
    if (!found || !isByCost(by)) return found && matchingRows(recording, by, id, found.matches);
    const cost = found.asked && 'cost' in found.asked ? found.asked.cost : undefined;
    return Uint8Array.from(id, (_, row) => (costOfRow(table, row) === cost ? 1 : 0));
  }, [recording, table, found]);
}

/** The color of each row's kind of code, or of its cost; undefined for rows without either. */
export function useRowColors(table: Groups): readonly (string | undefined)[] {
  const recording = useRecording();
  const { by, id } = table;
  const theme = useTheme();
  const colors = useKindColors();
  const colorOf = useFunctionColors();
  return useMemo(() => {
    if (by === 'thread') return [];
    if (isByCost(by)) return Array.from(id, (_, row) => costColor(costOfRow(table, row), theme));
    if (by === 'function' || by === 'line') return Array.from(id, colorOf);
    return Array.from(rowKinds(recording, by, id), (kind) => colors[kind]);
  }, [recording, table, by, id, theme, colors, colorOf]);
}

/**
 * The index of the focused row, and a function that moves the focus. If a filter hides the row, the focus moves to the row
 * that takes its index, and the rest of the page describes that row. The hidden row regains the focus when it reappears.
 */
export function useFocusedRow(
  { by, id }: Groups,
  rows: Uint32Array,
): { readonly focused: number; readonly focus: (at: number) => void } {
  const requested = useAppState('row');
  const { funcs } = useRecording();
  const [position, setPosition] = useState(0);
  const at = requested?.by === by ? rows.indexOf(indexOfSubject(requested, id, funcs)) : 0;
  const focused = at >= 0 ? at : Math.max(0, Math.min(position, rows.length - 1));
  const row = rows.length > 0 ? id[rows[focused]] : undefined;
  useLayoutEffect(
    () => setFocusedRow(row === undefined ? undefined : subjectOfRow(by, row, funcs)),
    [by, row, funcs],
  );
  return {
    focused,
    focus: (next) => {
      setPosition(next);
      setRow(subjectOfRow(by, id[rows[next]], funcs));
    },
  };
}
