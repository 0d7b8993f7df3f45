import { beforeEach, expect, test, vi } from 'vitest';
import type { Filter } from '../model/filter.ts';
import { ALL, type SearchResult, type ViewOptions } from '../model/session.ts';
import { tooSlow } from '../model/too-slow.ts';
import { askFirstView, refreshSearch } from './refresh.ts';
import { closeRecording, store } from './store.ts';

const answers = vi.hoisted((): ((found: SearchResult) => void)[] => []);

vi.mock('./engine.ts', () => ({
  Engine: class {
    view = (options: ViewOptions) => {
      const slow = options.filters.find(({ isOn, target }) => isOn && target?.by === 'pattern');
      const query = slow?.target?.by === 'pattern' ? slow.target.query : '';
      return slow ? Promise.reject(tooSlow(query)) : Promise.resolve({ options });
    };
    search = () => new Promise<SearchResult>((resolve) => answers.push(resolve));
  },
  Cancelled: Error,
}));

beforeEach(closeRecording);

test('what was found for words that were taken away meanwhile is not shown', async () => {
  const found: SearchResult = {
    matches: new Uint8Array(1),
    taken: 'as expression',
    functions: 1,
    weight: 1,
    samples: 1,
  };
  store.setState({ query: 'a' });
  refreshSearch();
  store.setState({ query: '' });
  refreshSearch();
  answers[0](found);
  await new Promise((done) => setTimeout(done));
  expect(store.getState().found).toBeUndefined();
  store.setState({ query: 'a' });
  refreshSearch();
  answers[1](found);
  await new Promise((done) => setTimeout(done));
  expect(store.getState().found).toEqual(found);
});

test('a recording opens without the filters of its link that take too long', async () => {
  const pattern = (query: string): Filter => ({
    action: 'drop',
    target: { by: 'pattern', query },
    isOn: true,
  });
  const recursion: Filter = { action: 'recursion', target: undefined, isOn: true };
  const filters = [pattern('a'), recursion, pattern('b')];
  const { options, problem } = await askFirstView({ level: 'raw', event: 0, ...ALL, filters });
  expect(options.filters.map(({ isOn }) => isOn)).toEqual([false, true, false]);
  expect(problem?.text).toContain('“a”');
});
