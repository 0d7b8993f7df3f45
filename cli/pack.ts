// `pyrograph pack`: a perf.data in, one archive out that holds the recording and what names and unwinds its code.

import { basename, relative } from 'node:path';
import { writeTar, type TarMember } from '../src/bytes/tar-writer.ts';
import type { CompanionKind } from '../src/symbols/companion-kind.ts';
import { sniff, type Opened, type Sniffed, type Source } from '../workers/sniff.ts';
import { lookUp, type Companion, type LookedUp } from './lookup.ts';
import { memberOf, membersOf } from './pack-members.ts';
import { optionsOf, print, say } from './options.ts';
import { checkOutput, writeOutput } from './output.ts';
import { Place, type FoundSource } from './place.ts';
import { sourcesOf } from './source.ts';
import { UsageError } from './usage-error.ts';
import { HEAD, wantedBy } from './wanted.ts';

const PACK_HELP = `Puts a recording and what names and unwinds its code into one archive, which opens on any machine, in
any browser and with pyrograph fold.

Usage: pyrograph pack [OPTION]… -o ARCHIVE.tar.gz RECORDING

RECORDING is a perf.data; plain, gzip, zstd or xz; or a folder with one, and with files that name its code. The rest is
taken from where perf would look: /tmp/perf-PID.map, the recorded path of jit-PID.dump, the paths that were mapped,
/usr/lib/debug, ~/.debug, /proc/kallsyms. Run it on the machine that was recorded, before /tmp is emptied and programs
are updated.

Options:
  -o, --output FILE   the archive, - for standard output
  --all               keep whole files; else only what names code and describes unwinding is left in them
  --symfs DIR         look into DIR as if it were the root of the recorded machine; / takes this machine for it
  --help              print this

What was not found is said on standard error. Exit: 0, or 2 with one sentence when there is no archive.
`;

const USAGE = 'Usage: pyrograph pack [OPTION]… -o ARCHIVE.tar.gz RECORDING.';
/** What a page or fold unpacks of one archive. */
const MOST_UNPACKED = 2 ** 31;
/** Files that were not found are named, so many of them. */
const MOST_NAMED = 10;

export async function pack(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('pack', args, {
    output: { type: 'string', short: 'o' },
    all: { type: 'boolean', default: false },
    symfs: { type: 'string' },
  });
  if (values.help) {
    process.stdout.write(PACK_HELP);
    return 0;
  }
  const [path] = positionals;
  if (path === undefined) throw new UsageError(`Which recording? ${USAGE}`);
  if (positionals.length > 1)
    throw new UsageError('One recording at a time: what names its code is found, and need not be given.');
  const { output } = values;
  if (output === undefined) throw new UsageError(`Into which archive? ${USAGE}`);
  checkOutput(output, true);
  const place = new Place(values.symfs);
  const { source, beside } = await givenAt(path);
  const opened = recordingIn(source.name, await sniff(source));
  const found = withGiven(await lookUp(await wantedBy(opened), place), beside);
  const name = basename(source.name);
  const members = [memberOf(name, source.file), ...(await membersOf(found.companions, values.all))];
  await writeOutput(output, writeTar(members), true);
  sayWhatIsNot(found, members);
  if (output !== '-') print(`${output}: ${name} and ${members.length - 1} files.`);
  return 0;
}

interface Given {
  readonly source: FoundSource;
  /** Of a folder, the files that name code. */
  readonly beside: readonly Companion[];
}

/** The file at `path`, or the perf.data in that folder. */
async function givenAt(path: string): Promise<Given> {
  const sources = sourcesOf([path]);
  if (sources.length === 1) return { source: seekable(sources[0]), beside: [] };
  const recordings: Source[] = [];
  const beside: Companion[] = [];
  for (const source of sources.map(seekable)) {
    const sniffed = await sniff(source, HEAD);
    if (sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data') recordings.push(source);
    else if (sniffed.kind === 'companion')
      beside.push({
        kind: KEPT[sniffed.companion],
        source: { ...source, name: relative(path, source.name) },
      });
    else if (sniffed.kind === 'archive') say(`${source.name} is an archive, and is left out: unpack it.`);
  }
  const [recording] = recordings;
  if (recordings.length === 1) return { source: seekable(recording), beside };
  const names = recordings.map(({ name }) => name).join(' and ');
  throw new UsageError(
    names === ''
      ? `${path} holds no perf.data: record one with perf record -g.`
      : `One recording at a time: ${names} are each one.`,
  );
}

const KEPT: Readonly<Record<CompanionKind, Companion['kind']>> = {
  elf: 'elf',
  kallsyms: 'kallsyms',
  jitdump: 'whole',
  'perf map': 'whole',
};

function seekable(source: Source): FoundSource {
  const { name, file } = source;
  if (file) return { ...source, file };
  throw new UsageError(
    `${name} is a pipe or empty, and a recording to be packed is read more than once: write it to a file first.`,
  );
}

/** What was given, and what was found besides: a map or a dump is of one process, and its name says of which. */
function withGiven({ companions, missing, why }: LookedUp, beside: readonly Companion[]): LookedUp {
  const given = new Set(beside.map(({ source }) => basename(source.name)));
  const isGiven = (path: string) => given.has(basename(path));
  const others = companions.filter(({ kind, source }) => kind !== 'whole' || !isGiven(source.name));
  return { why, missing: missing.filter((path) => !isGiven(path)), companions: [...beside, ...others] };
}

function recordingIn(path: string, sniffed: Sniffed): Opened {
  if (sniffed.kind === 'archive')
    throw new UsageError(`${path} is an archive already: give the perf.data itself.`);
  if (sniffed.kind === 'companion')
    throw new UsageError(`${path} names code, but holds no samples: give the perf.data it belongs to.`);
  if (sniffed.kind === 'other') {
    if (sniffed.isRecording) throw new UsageError(sniffed.why);
    throw new UsageError(`${path} is no perf.data: record one with perf record -g.`);
  }
  const { opened } = sniffed;
  if (opened.format !== 'perf.data')
    throw new UsageError(`${path} is no perf.data, and names its code itself: it needs no packing.`);
  return opened;
}

function sayWhatIsNot({ missing, why }: LookedUp, members: readonly TarMember[]): void {
  for (const reason of why) say(`${reason}.`);
  const named = missing.slice(0, MOST_NAMED).join(', ');
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  if (missing.length > 0) say(`Not found, so that their functions have no names: ${named}${more}.`);
  const unpacked = members.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > MOST_UNPACKED)
    say(
      `Unpacked it is ${Math.round(unpacked / 1e6)} MB, and only the first 2147 MB of an archive are read.`,
    );
}
