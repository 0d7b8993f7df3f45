// What the rows of a table are called, which of them are shown in which order, and what marks and colours they have.
// Each is made again only when something that it is made of has changed.

import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import type { Label } from '../model/labels.ts';
import { rowLabel } from '../model/row-labels.ts';
import type { Recording, Table } from '../model/session.ts';
import { setSubject } from '../state/actions.ts';
import type { Subject } from '../state/store.ts';
import { rowKinds, rowsFound, rowText } from './row-names.ts';
import { rowsWith, sortedRows } from './table-rows.ts';
import { useKindColors } from './use-kind-colors.ts';
import { useStateOf } from './use-state-of.ts';

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
  const colors = useKindColors();
  return useMemo(() => {
    if (by === 'thread') return [];
    return Array.from(rowKinds(recording, by, id), (kind) => colors[kind]);
  }, [recording, by, id, colors]);
}

/** A row that is gone, and the one that the keyboard is on meanwhile: undefined where no row is left. */
interface StandIn {
  readonly wanted: Subject;
  readonly instead: Subject | undefined;
}

/**
 * The row that the keyboard is on, by its place among the shown ones, and how it goes to another. The rest of the page is
 * told which one it is: details and keys are about the row that is seen to have the focus, and about none where none is.
 */
export function useFocusedRow(
  { by, id }: Table,
  rows: Uint32Array,
): { readonly focused: number; readonly focus: (at: number) => void } {
  const subject = useStateOf((state) => state.subject);
  const [standIn, setStandIn] = useState<StandIn>();
  /** Where the keyboard stays when its row is gone. */
  const [place, setPlace] = useState(0);
  // A row that comes back, as by undo, has the keyboard again.
  const wanted = standIn && isSame(subject, standIn.instead) ? standIn.wanted : subject;
  const at = wanted?.by === by ? rows.indexOf(id.indexOf(wanted.id)) : 0;
  const focused = at >= 0 ? at : Math.max(0, Math.min(place, rows.length - 1));
  const row = rows.length > 0 ? id[rows[focused]] : undefined;
  const shown = useMemo(() => (row === undefined ? undefined : { by, id: row }), [by, row]);
  if (at < 0 && wanted) {
    if (!standIn || !isSame(wanted, standIn.wanted) || !isSame(shown, standIn.instead))
      setStandIn({ wanted, instead: shown });
  } else if (standIn && isSame(subject, standIn.wanted)) setStandIn(undefined);
  useLayoutEffect(() => {
    if (!isSame(subject, shown)) setSubject(shown);
  }, [shown, subject]);
  return {
    focused,
    focus: (next) => {
      const row = { by, id: id[rows[next]] };
      if (standIn && !isSame(row, standIn.instead)) setStandIn(undefined);
      setPlace(next);
      setSubject(row);
    },
  };
}

function isSame(a: Subject | undefined, b: Subject | undefined): boolean {
  return a?.by === b?.by && a?.id === b?.id;
}
