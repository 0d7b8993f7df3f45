// Reads exported SVG with an XML parser, and compares box weights with sums computed independently from the goldens.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { HAS_PROFILES, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { parseSvg, weightsByPath, type SvgPicture } from '../fixtures/svg-boxes.ts';
import { exportCommand } from './export.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-svg-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const RECORDINGS = join(import.meta.dirname, '..', 'fixtures', 'recordings');
const RULES = join(RECORDINGS, 'rules.perf');
const LEVELS = ['raw', 'merged', 'python-c', 'python-leaf-c', 'python'];

let fileCount = 0;

async function pictureOf(file: string, ...options: string[]): Promise<SvgPicture> {
  const path = join(FOLDER, `${fileCount++}.svg`);
  await runCommand(exportCommand, '--to', 'svg', '-o', path, ...options, file);
  return parseSvg(readFileSync(path, 'utf8'));
}

/** The lines of folded text: frames from the root, without the thread, and weight. */
function linesOf(folded: string): { frames: string[]; weight: number }[] {
  return folded
    .trimEnd()
    .split('\n')
    .map((line) => {
      const space = line.lastIndexOf(' ');
      return { frames: line.slice(0, space).split(';').slice(1), weight: Number(line.slice(space + 1)) };
    });
}

/** Weight by call path. */
function foldedWeights(folded: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { frames, weight } of linesOf(folded)) {
    for (let depth = 0; depth <= frames.length; depth++) {
      const path = frames.slice(0, depth).join('\n');
      weights.set(path, (weights.get(path) ?? 0) + weight);
    }
  }
  return weights;
}

/** Weight by call path of SVG boxes, each matched by name to a frame of the folded text. */
function drawnWeights({ boxes }: SvgPicture, folded: string): Map<string, number> {
  const frames = new Set(linesOf(folded).flatMap((line) => line.frames));
  return weightsByPath(boxes, ([name, place]) => {
    const printed = [`py::${name}:${place}`, name].map((each) => each.replaceAll(';', ':'));
    return printed.find((each) => frames.has(each)) ?? `no frame named ${name}`;
  });
}

const sorted = (weights: ReadonlyMap<string, number>) => [...weights].sort(([a], [b]) => (a < b ? -1 : 1));

describe('the boxes of the SVG', () => {
  test.each(LEVELS)('match the weights of the golden at level %s', async (level) => {
    for (const event of ['', 'page-faults']) {
      const golden = readFileSync(join(RECORDINGS, `rules.${level}${event && `.${event}`}.folded`), 'utf8');
      const picture = await pictureOf(RULES, '--level', level, ...(event ? ['--event', event] : []));
      expect(sorted(drawnWeights(picture, golden))).toEqual(sorted(foldedWeights(golden)));
    }
  });

  test.runIf(HAS_PROFILES).each(['fp-plain', 'fp-events', 'odd-names'])(
    `match the golden of %s, except for narrow ones${SKIP_NOTE}`,
    async (folder) => {
      const file = join(FOLDER, folder);
      writeFileSync(file, plainAt(folder, 'expected.perf.gz'));
      const golden = Buffer.from(plainAt(folder, 'folded.python-c.txt.gz')).toString();
      const drawn = drawnWeights(await pictureOf(file, '--width', '5000'), golden);
      const counted = foldedWeights(golden);
      expect(drawn.size).toBeGreaterThan(100);
      expect([...drawn].filter(([path, weight]) => weight !== counted.get(path))).toEqual([]);
      const pixel = (counted.get('') ?? 0) / 5000;
      const wide = [...counted].filter(([, weight]) => weight > pixel);
      expect(wide.filter(([path]) => !drawn.has(path))).toEqual([]);
    },
  );
});

test('the SVG has a title, a description and the requested width', async () => {
  const { title, texts, width, height, boxes } = await pictureOf(
    RULES,
    '--width',
    '640',
    '--level',
    'python',
  );
  expect(title).toBe('rules.perf · Pyrograph');
  expect(texts.slice(0, 2)).toEqual(['rules.perf', 'Python only · 290 ns of cpu-clock:ppp · 29 samples']);
  expect(width).toBe(640);
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(10);
    expect(box.x + box.width).toBeLessThanOrEqual(630);
    expect(box.y + 18).toBeLessThan(height);
  }
});

describe('hostile names', () => {
  const NAMES: Readonly<Record<string, string>> = {
    '<script>alert(1)</script>': '<script>alert(1)</script>',
    ']]>': ']]>',
    '&amp; & &lt; &#1; "quotes" \'both\'': '&amp; & &lt; &#1; "quotes" \'both\'',
    '<!-- --><title>': '<!-- --><title>',
    'control \u0000\u0001\u0008\u000b\u000c\u001f characters':
      'control \ufffd\ufffd\ufffd\ufffd\ufffd\ufffd characters',
    'lines\r\nof \u2028 text': 'lines\r\nof \u2028 text',
    'half \ud800 a pair \udc00': 'half \ufffd a pair \ufffd',
    'noncharacters \ufffe\uffff': 'noncharacters \ufffd\ufffd',
    '😀 ünïcödé 漢字 \u202e right to left': '😀 ünïcödé 漢字 \u202e right to left',
  };

  test('are escaped, with replacement characters for those XML forbids', async () => {
    const file = join(FOLDER, 'a"><script>alert(1)<!--&.json');
    writeFileSync(file, hostileSpeedscope(Object.keys(NAMES)));
    const { boxes, elements, title } = await pictureOf(file);
    expect([...elements].sort()).toEqual(['g', 'rect', 'svg', 'text', 'title']);
    const titles = boxes.map(({ lines }) => lines.join('\n'));
    for (const name of Object.values(NAMES))
      expect(titles.filter((each) => each.startsWith(`${name}\n`))).toHaveLength(1);
    expect(title).toBe('a"><script>alert(1)<!--&.json · Pyrograph');
  });
});

/** One sample per function. */
function hostileSpeedscope(names: readonly string[]): string {
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: names.map((name) => ({ name, file: `/lib/${name}.so` })) },
    profiles: [
      {
        type: 'sampled',
        name: '</script><script>',
        unit: 'none',
        startValue: 0,
        endValue: names.length,
        samples: names.map((_, i) => [i]),
        weights: names.map(() => 1),
      },
    ],
  });
}
