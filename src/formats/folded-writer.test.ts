import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { read } from '../../fixtures/sources.ts';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { trimLines, profileOf } from '../../fixtures/text.ts';
import { ProfileBuilder } from '../model/builder.ts';
import { NONE, FuncFlags, type Profile } from '../model/profile.ts';
import { writeFolded, type Weight } from './folded-writer.ts';
import '../../fixtures/seed.ts';

function written(profile: Profile, event = 0, weight: Weight = 'period'): string {
  return Buffer.concat([...writeFolded(profile, event, weight)]).toString();
}

/** Reference implementation: adds up sample by sample. */
function expectedText({ samples, stacks, funcs, strings, threads }: Profile, event: number): string {
  const weights = new Map<string, number>();
  const printed = (name: string) => name.replaceAll(';', ':').replaceAll('\n', ' ');
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event) continue;
    const fields: string[] = [];
    for (let at = samples.stack[i]; at !== NONE; at = stacks.parent[at])
      fields.unshift(printed(strings[funcs.name[stacks.func[at]]]));
    const line = [printed(threads[samples.thread[i]].comm.trim()), ...fields].join(';');
    weights.set(line, (weights.get(line) ?? 0) + samples.weight[i]);
  }
  const lines = [...weights].map(([line, weight]) => Buffer.from(`${line} ${weight}\n`));
  return Buffer.concat(lines.sort((a, b) => a.compare(b))).toString();
}

test('writes the comm, the frames from the root, and the total weight on each line, and sorts lines by bytes', () => {
  const profile = profileOf(`
    b 1/1 | main@/x;run@/y 3
    b 1/2 | main@/x;run@/z 4
    a 1/1 | main;Zulu 1
    a 1/1 | main;alfa 1
    a 1/1 | main 2.5
    a 1/1 | main;Zulu;x 1
  `);
  expect(written(profile)).toBe(
    `${trimLines(`
      a;main 2.5
      a;main;Zulu 1
      a;main;Zulu;x 1
      a;main;alfa 1
      b;main;run 7
    `)}\n`,
  );
});

test('replaces separators in names', () => {
  const made = profileOf('a 1/1 | f;g 3');
  const profile = { ...made, strings: ['py::f:<a;b>', 'two\nlines'] };
  expect(written(profile)).toBe('a;py::f:<a:b>;two lines 3\n');
});

test('can write the number of samples as the weight', () => {
  const profile = profileOf('a 1/1 | main 30\na 1/1 | main 40\na 1/1 | run 50');
  expect(written(profile, 0, 'samples')).toBe('a;main 2\na;run 1\n');
});

test('writes only the given event', () => {
  const profile = profileOf('a 1/1 | x | main 30\na 1/1 | y | main 40');
  expect(written(profile, 0)).toBe('a;main 30\n');
  expect(written(profile, 1)).toBe('a;main 40\n');
});

test('writes nothing for a profile without samples', () => {
  expect(written(profileOf(''))).toBe('');
});

test('matches the reference implementation for any names', () => {
  const name = fc.stringMatching(/^[a-c;.é😀-][a-c; \n.-]{0,3}$/u);
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), fc.nat(99), (names, seed) => {
      const frames = names.map((_, i) => `f${i}`);
      const made = syntheticProfile({ seed, samples: 30, depth: 4, threads: 2, events: ['x', 'y'], frames });
      // Replaces the names afterwards, because the fixture syntax gives some of these characters a meaning.
      const strings = made.strings.map((each) => names[Number(each.slice(1))] ?? each);
      const profile = { ...made, strings };
      for (let event = 0; event < profile.events.length; event++)
        expect(written(profile, event)).toBe(expectedText(profile, event));
    }),
    { numRuns: fuzzRuns(80) },
  );
});

test('writes the same text after reading its own output', async () => {
  const profile = syntheticProfile({ seed: 5, samples: 400, depth: 12, threads: 2 });
  const text = written(profile);
  expect(written(await read(text))).toBe(text);
});

test('writes the same text after reading names with unusual characters', async () => {
  const character = fc.constantFrom(
    'a',
    '#',
    ' ',
    '\x01',
    '\x1b',
    '\x85',
    '\r',
    '\t',
    '\u2028',
    '\u2029',
    '\ufeff',
    '7',
    'é',
  );
  const names = fc.array(fc.string({ unit: character, minLength: 1, maxLength: 4 }), {
    minLength: 6,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(names, fc.nat(99), fc.boolean(), async (drawnNames, seed, isLarge) => {
      const frames = drawnNames.map((_, i) => `f${i}`);
      const made = syntheticProfile({ seed, samples: 30, depth: 4, threads: 2, frames });
      const strings = made.strings.map((each) => drawnNames[Number(each.slice(1))] ?? each);
      const { weight } = made.samples;
      const samples = {
        ...made.samples,
        // Folded text cannot contain samples without frames, so give them a stack.
        stack: made.samples.stack.map((each) => Math.max(0, each)),
        weight: weight.map((each) => (isLarge ? each * 1e30 : each)),
      };
      const threads = made.threads.map((thread) => ({ ...thread, comm: `#${thread.comm}` }));
      const text = written({ ...made, strings, samples, threads });
      expect(written(await read(text))).toBe(text);
    }),
    { numRuns: fuzzRuns(80) },
  );
});

test('writes a stack of ten thousand frames on one line', () => {
  const frames = Array.from({ length: 10_000 }, (_, i) => `f${i}`).join(';');
  expect(written(profileOf(`a 1/1 | ${frames} 3`))).toBe(`a;${frames} 3\n`);
});

test('writes a function with more callees than a call can have arguments', () => {
  const count = 130_000;
  const builder = new ProfileBuilder();
  const thread = builder.thread(1, 1, 'a');
  const main = builder.stack(NONE, builder.func('main', NONE, FuncFlags.plain));
  for (let i = 0; i < count; i++) {
    const stack = builder.stack(main, builder.func(`f${i}`, NONE, FuncFlags.plain));
    builder.sample(stack, thread, builder.event('cpu-clock'), NaN, 1);
  }
  const text = Buffer.concat([...writeFolded(builder.finish(), 0, 'period')]).toString();
  expect(text.split('\n')).toHaveLength(count + 1);
});
