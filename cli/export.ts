// `pyrograph export`: a recording in, one file out: for other programs, or as the page shows it.

import { baseName } from '../src/model/labels.ts';
import { EXPORT_NAMES, EXPORTS, type Export } from '../src/model/exports.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import { exportProfile } from '../workers/export.ts';
import { oneFile } from '../workers/one-file.ts';
import { shownProfile } from '../workers/pipeline.ts';
import { FILES_HELP, LEVEL_HELP, LOOKUP_HELP, openAt, OPENING_OPTIONS, type OpenedAt } from './opening.ts';
import { chosen, optionsOf, say } from './options.ts';
import { checkOutput, writeOutput } from './output.ts';
import { svgOf } from './svg.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_WIDTH = '1200';
/** In pixels: in less there is no graph to see, and more no screen and no printer has. */
const WIDTHS = { least: 200, most: 20_000 };

const ABOUT: Readonly<Record<Export, string>> = {
  html: 'one page with the recording in it, for a browser without a network',
  svg: 'the flame graph as a picture',
  folded: 'folded stacks, for flamegraph.pl and its like',
  pprof: 'for go tool pprof, Pyroscope and Parca',
  speedscope: 'JSON, for speedscope',
};

const EXPORT_HELP = `Writes a recording, at a level of detail, as a file that other programs open.

Usage: pyrograph export [OPTION]… --to FORMAT -o OUT FILE…

${FILES_HELP}

Options:
  --to FORMAT       what to write
${EXPORT_NAMES.map((each) => `                      ${each.padEnd(14)}${ABOUT[each]}`).join('\n')}
  -o, --output OUT  the file, - for standard output; pprof is gzip, as it has to be
${LEVEL_HELP}
                    html holds all levels, and shows this one first
  --event NAME      only this event (default: all; for folded and svg the one with the most samples);
                    html holds all events, and shows this one first
  --width PIXELS    of svg (default: ${DEFAULT_WIDTH})
${LOOKUP_HELP}
`;

const USAGE = 'Usage: pyrograph export [OPTION]… --to FORMAT -o OUT FILE…';

export async function exportFile(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('export', args, {
    ...OPENING_OPTIONS,
    to: { type: 'string' },
    output: { type: 'string', short: 'o' },
    width: { type: 'string' },
  });
  if (values.help) {
    process.stdout.write(EXPORT_HELP);
    return 0;
  }
  if (values.to === undefined) throw new UsageError(`Into which format? ${USAGE}`);
  const to = chosen('format', EXPORT_NAMES, values.to);
  const { output } = values;
  if (output === undefined) throw new UsageError(`Into which file? ${USAGE}`);
  const width = widthOf(to, values.width);
  checkOutput(output, EXPORTS[to].isGzip);
  const opened = await openAt('export', positionals, values);
  const { chunks, notes } = await contentOf(to, opened, values.event, width);
  await writeOutput(output, chunks, EXPORTS[to].isGzip);
  notes.forEach(say);
  return 0;
}

function widthOf(to: Export, text: string | undefined): number {
  if (text !== undefined && to !== 'svg') throw new UsageError(`--width is for svg: ${to} has none.`);
  const width = /^\d{1,6}$/.test(text ?? DEFAULT_WIDTH) ? Number(text ?? DEFAULT_WIDTH) : NaN;
  if (width >= WIDTHS.least && width <= WIDTHS.most) return width;
  throw new UsageError(
    `--width takes a number of pixels from ${WIDTHS.least} to ${WIDTHS.most}, and ${text} is none.`,
  );
}

interface Content {
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** What the format could not hold, a sentence each; complete after the last chunk. */
  readonly notes: readonly string[];
}

/** `eventName` is what was asked for, if anything. */
async function contentOf(
  to: Export,
  opened: OpenedAt,
  eventName: string | undefined,
  width: number,
): Promise<Content> {
  const { open, level, event } = opened;
  if (to === 'svg') return { chunks: svgOf(opened, width), notes: [] };
  if (to === 'html')
    return { chunks: chunksOf(await oneFile(open, addressOf(opened, eventName))), notes: [] };
  const isOne = to === 'folded' || eventName !== undefined;
  return exportProfile(
    to,
    shownProfile(open, level),
    level,
    isOne ? event : NONE,
    baseName(open.recording.name),
  );
}

/** As the page would write it (state/address.ts). */
function addressOf({ level }: OpenedAt, eventName: string | undefined): string {
  const parts = [
    ...(level === DEFAULT_LEVEL ? [] : [`level=${level}`]),
    ...(eventName === undefined ? [] : [`event=${encodeURIComponent(eventName)}`]),
  ];
  return parts.join('&');
}

async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
