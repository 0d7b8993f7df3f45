// `pyrograph export`: writes a recording to one file, as a page, a picture or a format of another program.

import { baseName } from '../src/model/paths.ts';
import { EXPORT_NAMES, EXPORTS, type Export } from '../src/model/exports.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { writeAddress } from '../src/sharing/address.ts';
import { exportProfile, encodeTexts } from '../workers/export/export.ts';
import { oneFile } from '../workers/export/one-file.ts';
import { partsOfSamples, inferredInCalls } from '../workers/views/tree-shares.ts';
import { buildCallTree, profileAtLevel, type OpenProfile } from '../workers/pipeline.ts';
import { profileWithLines, recordedProfileWithLines } from '../workers/line-profiles.ts';
import { noteMissingLines } from './finding-lines.ts';
import { openAt, OPENING_HELP, OPENING_OPTIONS, searchRootOf, type OpenedAt } from './opening.ts';
import { defineCommand, parseChoice } from './command.ts';
import { checkOutput, writeOutput } from './output.ts';
import { printMessage } from './print.ts';
import { hottestFiles } from '../workers/hottest-files.ts';
import { modifiedAt, recordedSources } from './recorded-sources.ts';
import type { SearchRoot } from './search-root.ts';
import { writeSvg } from '../src/canvas/svg/svg.ts';
import { measureAt } from '../src/text/labels.ts';

const DEFAULT_WIDTH = '1200';
/** In pixels. A narrower image has no room for the graph, and a wider one exceeds any screen or printer. */
const WIDTHS = { min: 200, max: 20_000 };

const DESCRIPTIONS: Readonly<Record<Export, string>> = {
  html: 'one page with the recording, for offline use in a browser',
  svg: 'the flame graph as an image',
  folded: 'folded stacks, for flamegraph.pl and similar tools',
  pprof: 'for go tool pprof, Pyroscope and Parca',
  speedscope: 'JSON, for speedscope',
};

const EXPORT_HELP = `Exports a recording to a file for other programs.

Usage: pyrograph export [OPTION]… --to FORMAT -o OUT FILE…

${OPENING_HELP.files}

Options:
  --to FORMAT       output format
${EXPORT_NAMES.map((each) => `                      ${each.padEnd(14)}${DESCRIPTIONS[each]}`).join('\n')}
  -o, --output OUT  output file, - for stdout; pprof is gzip-compressed
${OPENING_HELP.level}
                    html contains all levels and starts with this one
  --event NAME      export only this event (default: all; for folded and svg the one with the most samples);
                    html contains all events and starts with this one
  --sources         html also contains the source files of the hottest functions, if their lines are known: those given, and
                    those at the recorded paths that were not changed after the recording
  --width PIXELS    width of the svg (default: ${DEFAULT_WIDTH})
${OPENING_HELP.mend}
${OPENING_HELP.lookup}
`;

const USAGE = 'Usage: pyrograph export [OPTION]… --to FORMAT -o OUT FILE…';

const OPTIONS = {
  ...OPENING_OPTIONS,
  to: { type: 'string' },
  output: { type: 'string', short: 'o' },
  width: { type: 'string' },
  sources: { type: 'boolean', default: false },
} as const;

export const exportCommand = defineCommand(
  'export',
  EXPORT_HELP,
  OPTIONS,
  async ({ values, positionals }) => {
    if (values.to === undefined) throw new Error(`Missing --to FORMAT. ${USAGE}`);
    const to = parseChoice('format', EXPORT_NAMES, values.to);
    const { output } = values;
    if (output === undefined) throw new Error(`Missing -o OUT. ${USAGE}`);
    const width = widthOf(to, values.width);
    if (values.sources && to !== 'html') throw new Error(`--sources applies only to html, not to ${to}.`);
    checkOutput(output, EXPORTS[to].isGzip);
    const opened = await openAt('export', positionals, values);
    if (values.sources) addRecordedSources(opened.open, positionals, searchRootOf(values));
    const { chunks, notes } = await contentOf(to, opened, { ...values, width });
    await writeOutput(output, chunks, EXPORTS[to].isGzip);
    notes.forEach(printMessage);
  },
);

function widthOf(to: Export, text: string | undefined): number {
  if (text !== undefined && to !== 'svg') throw new Error(`--width applies only to svg, not to ${to}.`);
  const width = /^\d{1,6}$/.test(text ?? DEFAULT_WIDTH) ? Number(text ?? DEFAULT_WIDTH) : NaN;
  if (width >= WIDTHS.min && width <= WIDTHS.max) return width;
  throw new Error(`Invalid --width ${text}: use a number of pixels from ${WIDTHS.min} to ${WIDTHS.max}.`);
}

/** Adds the sources on this machine to those that were given. Without a root, only the given files are used. */
function addRecordedSources(open: OpenProfile, files: readonly string[], root: SearchRoot | undefined): void {
  noteMissingLines(open);
  if (!root) return;
  const recorded = Math.min(...files.map((file) => modifiedAt(file) ?? Infinity));
  const found = recordedSources(
    hottestFiles(open).filter((path) => !open.sources?.fileOf(path)),
    recorded,
    root,
  );
  open.sources?.add(found.map(({ source: { name, file } }) => ({ name, content: file })));
}

interface ExportOptions {
  /** The value of --event. */
  readonly event?: string | undefined;
  readonly width: number;
  readonly sources: boolean;
}

async function contentOf(
  to: Export,
  opened: OpenedAt,
  { event: eventName, width, sources: hasSources }: ExportOptions,
) {
  const { open, level, event } = opened;
  if (to === 'svg') return { chunks: svgOf(opened, width), notes: [] };
  if (to === 'html') {
    const level = opened.level === DEFAULT_LEVEL ? undefined : opened.level;
    const page = await oneFile([open], writeAddress({ event: eventName, level }), { hasSources });
    return { chunks: page.stream(), notes: [] };
  }
  const isSingleEvent = to === 'folded' || eventName !== undefined;
  const profile = profileTo(to, open, level);
  const costs = to === 'pprof' ? partsOfSamples(open) : undefined;
  return exportProfile(
    to,
    profile,
    level,
    isSingleEvent ? event : NONE,
    baseName(open.recording.name),
    costs,
  );
}

function profileTo(to: Export, open: OpenedAt['open'], level: Level): Profile {
  if (to === 'folded') return profileAtLevel(open, level);
  return to === 'pprof' && level === 'raw' ? recordedProfileWithLines(open) : profileWithLines(open, level);
}

function svgOf({ open, level, event }: OpenedAt, width: number): Iterable<Uint8Array> {
  const { recording } = open;
  const built = buildCallTree(profileAtLevel(open, level), event);
  return encodeTexts(
    writeSvg({
      tree: built.tree,
      inferred: inferredInCalls(open, built),
      direction: 'flame',
      zoomed: 0,
      width,
      // Only the file name: the folder stays private.
      title: baseName(recording.name),
      level,
      measure: measureAt(recording, event),
      choices: [],
      names: recording,
      matches: undefined,
      highlighted: new Set(),
    }),
  );
}
