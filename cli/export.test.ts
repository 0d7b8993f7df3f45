// Exports recordings for other programs, and reads the exported files back.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { exportCommand } from './export.ts';
import { fold } from './fold.ts';
import { top } from './top.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-export-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const RECORDINGS = join(import.meta.dirname, '..', 'fixtures', 'recordings');
const RULES = join(RECORDINGS, 'rules.perf');
const LEVELS = ['raw', 'merged', 'python-c', 'python-leaf-c', 'python'];

let fileCount = 0;

/** A path that does not exist yet. */
function newFile(): string {
  return join(FOLDER, `out-${fileCount++}`);
}

/** Exports rules.perf and returns the path of the new file. */
async function exportRules(...options: string[]): Promise<string> {
  const path = newFile();
  expect(await runCommand(exportCommand, ...options, '-o', path, RULES)).toEqual({ out: '', error: '' });
  return path;
}

function golden(name: string): string {
  return readFileSync(join(RECORDINGS, name), 'utf8');
}

async function foldedText(...args: string[]): Promise<string> {
  const { out, error } = await runCommand(fold, ...args);
  expect(error).toBe('');
  return out;
}

describe('pyrograph export', () => {
  test.each(LEVELS)('writes pprof that folds to the same text at level %s', async (level) => {
    const path = await exportRules('--to', 'pprof', '--level', 'raw');
    expect([...readFileSync(path).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    expect(await foldedText('--level', level, path)).toBe(golden(`rules.${level}.folded`));
    const other = ['--event', 'page-faults', '--level', level];
    expect(await foldedText(...other, path)).toBe(golden(`rules.${level}.page-faults.folded`));
  });

  test.each(LEVELS)('writes each format at level %s', async (level) => {
    for (const to of ['pprof', 'speedscope']) {
      const path = await exportRules('--to', to, '--level', level);
      expect(await foldedText('--level', 'raw', path)).toBe(golden(`rules.${level}.folded`));
    }
    expect(readFileSync(await exportRules('--to', 'folded', '--level', level), 'utf8')).toBe(
      golden(`rules.${level}.folded`),
    );
  });

  test('writes only the selected event', async () => {
    for (const to of ['pprof', 'speedscope', 'folded']) {
      const path = await exportRules('--to', to, '--event', 'page-faults');
      expect(await foldedText('--level', 'raw', path)).toBe(golden('rules.python-c.page-faults.folded'));
    }
  });

  test('names the profile after the file, without its path', async () => {
    const { name } = JSON.parse(readFileSync(await exportRules('--to', 'speedscope'), 'utf8'));
    expect(name).toBe('rules.perf');
  });

  test('writes to stdout', async () => {
    const { out } = await runCommand(exportCommand, '--to', 'folded', '-o', '-', RULES);
    expect(out).toBe(golden('rules.python-c.folded'));
  });

  test('prints help', async () => {
    const { out } = await runCommand(exportCommand, '--help');
    for (const word of [
      'html',
      'svg',
      'pprof',
      'speedscope',
      'folded',
      '--level',
      '--event',
      '--width',
      '-o',
    ])
      expect(out).toContain(word);
  });

  test.each<[string[], RegExp]>([
    [[RULES], /^Missing --to FORMAT\. Usage: /],
    [
      ['--to', 'png', '-o', 'x', RULES],
      /^Unknown format png: use one of html, svg, folded, pprof, speedscope\.$/,
    ],
    [
      ['--to', 'svg', '-o', 'x', '--width', '12', RULES],
      /^Invalid --width .*: use a number of pixels from 200 to 20000/,
    ],
    [['--to', 'svg', '-o', 'x', '--width', '1e9', RULES], /^Invalid --width 1e9: use .*\.$/],
    [['--to', 'html', '-o', 'x', '--width', '900', RULES], /^--width applies only to svg, not to html\.$/],
    [['--to', 'pprof', RULES], /^Missing -o OUT\. Usage: /],
    [['--to', 'pprof', '-o', 'x'], /^Missing FILE\. Usage: pyrograph export /],
    [['--to', 'pprof', '-o', RULES, RULES], /already exists: remove it or choose another name\.$/],
    [['--to', 'pprof', '-o', join(FOLDER, 'no', 'x'), RULES], /^Could not write .*: .*\.$/],
    [['--to', 'pprof', '-o', join(FOLDER, 'y'), '--event', 'x', RULES], / has no event x: /],
    [['--to', 'pprof', '-o', join(FOLDER, 'y'), '--what', RULES], /--help for the options\.$/],
  ])('rejects %j', async (args, sentence) => {
    await expect(exportCommand(args)).rejects.toThrow(sentence);
    expect(existsSync('x') || existsSync(join(FOLDER, 'y'))).toBe(false);
    expect(readdirSync(FOLDER).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('weights in pprof', () => {
  async function roundTrip(text: string) {
    const [recording, path] = [newFile(), newFile()];
    writeFileSync(recording, text);
    const { error } = await runCommand(
      exportCommand,
      '--to',
      'pprof',
      '--level',
      'raw',
      '-o',
      path,
      recording,
    );
    return { error, folded: await foldedText('--level', 'raw', path) };
  }

  test('keep their decimals by switching to a smaller unit', async () => {
    const text = 'app;f;g 0.5\napp;main 334.618\n';
    expect(await roundTrip(text)).toEqual({ error: '', folded: text });
  });

  test('are capped below 2^63, with a note', async () => {
    const { error, folded: text } = await roundTrip('app;f;g 5e18\napp;main 2e19\n');
    expect(error).toMatch(
      /^pyrograph: pprof cannot store weights of 2\^63 or more, .* loses 43\.1% of the total: /,
    );
    expect(error).toMatch(/\npyrograph: The weights of “weight” add up to 2\^63 or more, /);
    expect(text).toBe('app;f;g 5000000000000000000\napp;main 9223372036854775000\n');
  });
});

describe('pyrograph export --to html', () => {
  const ELEMENT =
    /<script type="application\/octet-stream" id="recording" data-name="([^"]*)" data-address="([^"]*)">([\w+/=]*)<\/script>/;

  async function pageOf(recording: string, ...options: string[]): Promise<string> {
    const path = newFile();
    expect((await runCommand(exportCommand, '--to', 'html', '-o', path, ...options, recording)).out).toBe('');
    return readFileSync(path, 'utf8');
  }

  test('contains the recording with all levels and events', async () => {
    const page = await pageOf(RULES, '--level', 'python', '--event', 'page-faults');
    const [, name, address, base64 = ''] = ELEMENT.exec(page) ?? [];
    expect({ name, address }).toEqual({
      name: 'rules.perf',
      address: 'v=2&#38;event=page-faults&#38;level=python',
    });
    const path = newFile();
    writeFileSync(path, Buffer.from(base64, 'base64'));
    for (const level of LEVELS) {
      expect(await foldedText('--level', level, path)).toBe(golden(`rules.${level}.folded`));
      expect(await foldedText('--level', level, '--event', 'page-faults', path)).toBe(
        golden(`rules.${level}.page-faults.folded`),
      );
    }
  });

  test('keeps stacks recorded after 105 days of uptime (times above 2^53 ns)', async () => {
    const [recording, path] = [newFile(), newFile()];
    const text = readFileSync(RULES, 'utf8').replace(/(?<=^[^\t].*? )\d+(?=\.\d{6}: )/gm, '9100000');
    writeFileSync(recording, text);
    const [, , , base64 = ''] = ELEMENT.exec(await pageOf(recording)) ?? [];
    writeFileSync(path, Buffer.from(base64, 'base64'));
    expect(await foldedText('--level', 'python', path)).toBe(
      await foldedText('--level', 'python', recording),
    );
  });

  test('runs only its own scripts and styles, without network access', async () => {
    const page = await pageOf(RULES);
    const [policy] = /(?<=http-equiv="Content-Security-Policy" content=")[^"]*/.exec(page) ?? [''];
    const own = [...page.matchAll(/<(script type="module"|style)>(.*?)<\/(?:script|style)>/gs)];
    expect(own).toHaveLength(2);
    for (const [, element, text] of own) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${element.startsWith('script') ? 'script' : 'style'}-src 'sha256-${hash}';`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|connect-src/);
    const rest = own.reduce((text, [element]) => text.replace(element, ''), page);
    expect(
      rest.match(/<(?:script|style|link|img|iframe|base)\b[^>]*/g)?.map((tag) => tag.slice(0, 60)),
    ).toEqual([
      '<link rel="icon" href="data:image/svg+xml;base64,PHN2ZyB4bWx',
      '<script type="application/octet-stream" id="recording" data-',
      '<script type="text/plain" id="licenses"',
    ]);
  });

  test('escapes hostile names', async () => {
    const path = join(FOLDER, `"><script>alert(1)<!-- & '`);
    writeFileSync(path, readFileSync(RULES));
    const page = await pageOf(path);
    const [, name] = ELEMENT.exec(page) ?? [];
    expect(name).toBe(`&#34;&#62;&#60;script&#62;alert(1)&#60;!-- &#38; '`);
  });
});

describe('files of other programs', () => {
  const file = JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: {
      frames: [
        { name: 'fib', file: '/app/fib.py' },
        { name: 'main', file: '/app/fib.py' },
      ],
    },
    profiles: [
      {
        type: 'sampled',
        name: 'MainThread',
        unit: 'seconds',
        startValue: 0,
        endValue: 1,
        samples: [[1, 0, 0]],
        weights: [0.01],
      },
    ],
  });

  test('can be folded', async () => {
    const path = newFile();
    writeFileSync(path, file);
    const main = 'MainThread;py::main:/app/fib.py';
    const fib = 'py::fib:/app/fib.py';
    expect(await foldedText('--level', 'python', path)).toBe(`${main};${fib};${fib} 10000000\n`);
  });

  test('can be printed by top', async () => {
    const path = newFile();
    writeFileSync(path, file);
    const { out } = await runCommand(top, path);
    expect(out).toContain('0.010 s of time, 1 sample of time (nanoseconds), level python-c');
    expect(out).toMatch(/0\.010 s +100\.00 % +0\.010 s +100\.00 % +fib {2}\(fib\.py\)/);
  });

  test('are rejected if damaged', async () => {
    const path = newFile();
    writeFileSync(path, file.slice(0, -1));
    await expect(fold([path])).rejects.toThrow(/cannot be opened: its JSON is truncated or damaged\.$/);
    const pprof = newFile();
    const whole = gunzipSync(readFileSync(await exportRules('--to', 'pprof')));
    writeFileSync(pprof, whole.subarray(0, whole.length - 1));
    await expect(fold([pprof])).rejects.toThrow(
      /cannot be opened: it is truncated or damaged at byte \d+ of \d+ \(uncompressed\)\.$/,
    );
  });
});
