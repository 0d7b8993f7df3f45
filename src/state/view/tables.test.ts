import { beforeEach, expect, test } from 'vitest';
import { removeCostColumns, toggleCostColumn } from './tables.ts';
import { sortBy } from './navigation.ts';
import { addFilter, undo } from './selection.ts';
import { closeRecording, store } from '../store.ts';

beforeEach(() => {
  closeRecording();
  store.setState(store.getInitialState());
});

const shown = () => {
  const { costColumns, sorting } = store.getState();
  return { costColumns, sorting: `${sorting.isDescending ? '-' : ''}${sorting.column}` };
};

test('columns are added in the order of the costs, and removed again', () => {
  toggleCostColumn('gc');
  toggleCostColumn('calls');
  toggleCostColumn('unknown');
  expect(shown().costColumns).toEqual(['calls', 'gc', 'unknown']);
  toggleCostColumn('gc');
  expect(shown().costColumns).toEqual(['calls', 'unknown']);
  removeCostColumns();
  expect(shown().costColumns).toEqual([]);
});

test('without the column that it is sorted by, the table is sorted as at first', () => {
  toggleCostColumn('gc');
  toggleCostColumn('memory');
  sortBy('gc');
  expect(shown().sorting).toBe('-gc');
  sortBy('gc');
  toggleCostColumn('memory');
  expect(shown().sorting).toBe('gc');
  toggleCostColumn('gc');
  expect(shown().sorting).toBe('-self');
  toggleCostColumn('gc');
  sortBy('total');
  removeCostColumns();
  expect(shown().sorting).toBe('-total');
  toggleCostColumn('gc');
  sortBy('gc');
  removeCostColumns();
  expect(shown()).toEqual({ costColumns: [], sorting: '-self' });
});

test('undo of a filter keeps the columns, as it keeps the sorting', () => {
  addFilter({ action: 'recursion', target: undefined });
  toggleCostColumn('gc');
  sortBy('gc');
  undo();
  expect(shown()).toEqual({ costColumns: ['gc'], sorting: '-gc' });
});
