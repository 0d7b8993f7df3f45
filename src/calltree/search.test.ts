import { describe, expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { runNow } from '../async/time-slices.ts';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { SearchResult } from '../model/session.ts';
import { buildTree } from './build/build.ts';
import { matchNames, matchPattern } from './match.ts';
import { matchesIn, matchingSamples } from './search.ts';

const PROFILE = profileOf(`
  main;py::work:/app/main.py;parse;parse;scan 3
  main;py::work:/app/main.py;read 2
  main;operator[](int) 1
  Other;Parser 4
`);

/** Names as perf writes them. */
const PASTED = [
  '[unknown]',
  'core::ptr::drop_in_place<alloc::vec::Vec<(alloc::string::String, u32)>>::h0123456789abcdef',
  '<alloc::boxed::Box<dyn core::ops::function::FnOnce<(), Output = ()> + core::marker::Send>>::call_once',
  'foo(int) [clone .cold]',
  'bar.constprop.0.isra.0.part.1',
  'operator new(unsigned long)',
  'std::map<int, char*, std::less<int> >::operator[](int const&)',
  '(anonymous namespace)::run(char*)',
  'a|b',
  '$x?{2}^',
  'py::<lambda>:C:\\app\\m.py',
];

function search(profile: Profile, query: string): SearchResult {
  const names = [...profile.funcs.name].map((name) => profile.strings[name]);
  const matches = matchNames(names, query);
  return { ...matches, ...runNow(matchesIn(buildTree(profile, 0).tree, matches)) };
}

function find(query: string, profile: Profile = PROFILE): SearchResult & { names: string[] } {
  const result = search(profile, query);
  const names = [...result.matches].flatMap((match, func) => (match ? [funcText(profile, func)] : []));
  return { ...result, names };
}

describe('a query', () => {
  test('finds functions by any part of their name', () => {
    expect(find('work').names).toEqual(['py::work:/app/main.py']);
    expect(find('main').names).toEqual(['main', 'py::work:/app/main.py']);
  });

  test('ignores case unless it has capital letters', () => {
    expect(find('pars').names).toEqual(['parse', 'Parser']);
    expect(find('Pars').names).toEqual(['Parser']);
  });

  test('is a regular expression', () => {
    expect(find('^(scan|read)$')).toMatchObject({ names: ['scan', 'read'], mode: 'regex' });
    expect(find('^py::').names).toEqual(['py::work:/app/main.py']);
  });

  test('is text if a name contains it', () => {
    expect(find('operator[](')).toMatchObject({ names: ['operator[](int)'], mode: 'text' });
    expect(find('(').names).toEqual(['operator[](int)']);
    expect(find('.').names).toEqual(['py::work:/app/main.py']);
    expect(find('operator[](int)')).toMatchObject({ names: ['operator[](int)'], mode: 'text' });
    expect(find('OPERATOR[]').names).toEqual([]);
    expect(find('py::work:/app/main.py')).toMatchObject({ names: ['py::work:/app/main.py'], mode: 'regex' });
  });

  test('matches nothing if it is neither text nor a valid regular expression', () => {
    expect(find('*')).toMatchObject({ names: [], mode: 'text' });
  });

  test.each(PASTED)('finds %s', (name) => {
    const names = [...PASTED, 'main', 'unknown', 'foo', 'foint', 'bar', 'constprop', 'core::ptr'];
    const found = (query: string) => names.filter((_, i) => matchNames(names, query).matches[i] === 1);
    expect(found(name)).toEqual([name]);
    expect(found(` ${name}  `)).toEqual([name]);
    expect(found(`          401156 ${name}+0x16 (/srv/my app (v2)/x.so (deleted))`)).toEqual([name]);
    expect(found(`${name}  (x.so)`)).toEqual([name]);
  });

  test('finds nothing if it is empty or matches no name', () => {
    expect(find('')).toMatchObject({ names: [], functions: 0, weight: 0, samples: 0 });
    expect(find('nowhere')).toMatchObject({ names: [], functions: 0, weight: 0, samples: 0 });
  });

  test('finds the functions of a Python module', () => {
    const names = ['py::dot:/v/site-packages/scipy/sparse/__init__.py', 'csr_matvec', 'malloc'];
    const dotted = ['scipy.sparse.dot', 'scipy.sparse._sparsetools.csr_matvec', ''];
    const found = (query: string) => [...matchNames(names, query, dotted).matches];
    expect(found('scipy.sparse')).toEqual([1, 1, 0]);
    expect(found('scipy\\.sparse')).toEqual([1, 1, 0]);
    expect(found('scipy.sparse.dot')).toEqual([1, 0, 0]);
    expect(found('scipy|malloc')).toEqual([1, 1, 1]);
    expect(found('scipy/sparse')).toEqual([1, 0, 0]);
  });

  test('finds the functions of a file or module', () => {
    const names = ['py::f:/srv/app.py', 'memcpy', 'work', 'strlen'];
    const paths = ['', '/usr/lib/libc.so.6', '/srv/my app (v2)/x.so', '/usr/lib/libc.so.6'];
    const found = (query: string) => [...matchNames(names, query, ['', '', '', ''], paths).matches];
    expect(found('libc.so.6')).toEqual([0, 1, 0, 1]);
    expect(found('/srv/my app (v2)/x.so')).toEqual([0, 0, 1, 0]);
    expect(found('/srv/')).toEqual([1, 0, 1, 0]);
    expect(found('libc.*so|app\\.py')).toEqual([1, 1, 0, 1]);
    expect(found('x\\.so$')).toEqual([0, 0, 1, 0]);
    expect(found('^(?!py::)')).toEqual([0, 1, 1, 1]);
    expect(found('[^x]libc')).toEqual([0, 0, 0, 0]);
  });

  test('is a regular expression for notable functions, even if a name contains it as text', () => {
    expect([...matchPattern(['a.c', 'abc', 'x'], 'a.c').matches]).toEqual([1, 1, 0]);
  });

  test('with anchors, groups or sets matches names only', () => {
    const found = (query: string) => [...matchNames(['py::f:/a.py', 'g'], query, ['a', '_json']).matches];
    expect(found('^(?!py::)')).toEqual([0, 1]);
    expect(found('^[^p]')).toEqual([0, 1]);
    expect(found('^_json')).toEqual([0, 0]);
  });

  test('can contain non-ASCII letters', () => {
    const profile = profileOf('main;py::Évaluation.méthode:/a.py 3');
    expect(find('évaluation', profile).weight).toBe(3);
    expect(find('.^', profile).weight).toBe(0);
  });
});

describe('the weight of the matches', () => {
  test('counts nested matches once', () => {
    expect(find('parse')).toMatchObject({ weight: 3 + 4, samples: 2, functions: 2 });
    expect(find('^parse$')).toMatchObject({ weight: 3, samples: 1, functions: 1 });
    expect(find('main|parse|read')).toMatchObject({ weight: 3 + 2 + 1 + 4, samples: 4 });
  });

  test('is the total weight if a function in every stack matches', () => {
    expect(find('.*')).toMatchObject({ weight: 10, samples: 4 });
  });

  test('of each function counts recursive calls once', () => {
    const named = ({ heaviest }: SearchResult) =>
      heaviest.map(({ id, weight }) => `${funcText(PROFILE, id)} ${weight}`);
    expect(named(find('pars|main'))).toEqual(['main 6', 'py::work:/app/main.py 5', 'Parser 4', 'parse 3']);
  });

  test('excludes functions that only occur in another event', () => {
    const profile = profileOf('| x | main;run 3\n| y | main;idle 4');
    const { functions, matches } = search(profile, 'run|idle');
    expect(functions).toBe(1);
    expect([...matches]).toEqual([0, 1, 1]);
  });

  test('is the sum of the samples that contain a match', () => {
    const frames = ['a', 'b', 'c', 'ab', 'bc'];
    for (let seed = 1; seed <= 30; seed++) {
      const generated = syntheticProfile({ seed, samples: 60, depth: 8, frames });
      const profile = {
        ...generated,
        samples: { ...generated.samples, stack: generated.samples.stack.map((s) => Math.max(0, s)) },
      };
      let weight = 0;
      let samples = 0;
      for (let i = 0; i < profile.samples.length; i++) {
        let hasMatch = false;
        for (let at = profile.samples.stack[i]; at !== NONE; at = profile.stacks.parent[at])
          hasMatch ||= funcText(profile, profile.stacks.func[at]).includes('b');
        if (hasMatch) weight += profile.samples.weight[i];
        if (hasMatch) samples++;
      }
      expect(find('b', profile)).toMatchObject({ weight, samples });
    }
  });
});

test('large trees and many samples are searched in slices', () => {
  const samples = 70_000;
  const profile = syntheticProfile({ seed: 1, samples, depth: 8, frames: ['a', 'b', 'c', 'd', 'e'] });
  const built = buildTree(profile, 0);
  const matches = Uint8Array.of(0, 1, 0, 0, 0);
  const search = [...matchesIn(built.tree, { matches, mode: 'text' })];
  expect(search).toHaveLength(Math.ceil(built.tree.chains / (1 << 13)));
  expect(search.length).toBeGreaterThan(1);
  expect([...matchingSamples(built, profile.samples, 5, () => true)].length).toBeGreaterThan(1);
});

test('a slow pattern ends, because only the beginning of long names is searched', () => {
  const profile = profileOf(`main;${'a'.repeat(100_000)} 3`);
  expect(find('(a*)*b', profileOf('main;run 3')).weight).toBe(0);
  expect(find('a+$', profile).weight).toBe(3);
});

test('matching samples match the functions that show them as self weight', () => {
  const built = buildTree(PROFILE, 0);
  const { samples, funcs } = PROFILE;
  const found = runNow(matchingSamples(built, samples, funcs.length, (sample) => samples.weight[sample] > 2));
  const names = [...found.matches].flatMap((match, func) => (match ? [funcText(PROFILE, func)] : []));
  expect({ ...found, matches: names }).toEqual({
    matches: ['scan', 'Parser'],
    heaviest: [
      { id: 7, weight: 4 },
      { id: 3, weight: 3 },
    ],
    functions: 2,
    weight: 7,
    samples: 2,
  });
});
