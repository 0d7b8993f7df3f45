// Makes the line tables of a recording (python-lines/line-table.ts): each recorded interpreter runs our own script, which compiles
// the sources of the recorded functions. Nothing of the recorded program runs. An interpreter is started only if its build ID is
// the recorded one, on the recorded machine. The sources are those to show lines in:
//
//   names in maps and jitdumps ─► /srv/app.py ─► recorded interpreter -I ─► python3.13.lines

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { openElf } from '../src/symbols/elf/elf.ts';
import { PYTHON_MODULE, baseName, moduleNameOf } from '../src/model/paths.ts';
import { parseRecordCommand } from '../src/record/record-command.ts';
import { formatList } from '../src/text/format.ts';
import type { Companion } from './lookup.ts';
import { isSameBuild } from './provenance.ts';
import { isForeign } from './perf-map-lookup.ts';
import { printMessage } from './print.ts';
import { modifiedAt, recordedSources } from './recorded-sources.ts';
import type { RequiredFiles, RequiredImage } from './required-files.ts';
import { fileAt, memorySource, type SearchRoot } from './search-root.ts';

interface MadeTables {
  /** The tables and, with a made or given one, the sources: own code first. */
  readonly companions: readonly Companion[];
  /** Why there is no table, or not of all functions; sentences without a period. */
  readonly reasons: readonly string[];
}

/** In milliseconds; a program of 4,500 functions takes 2 s. */
const TIMEOUT = 60_000;
/** Much more than the table of any program. */
const MAX_OUTPUT = 1 << 28;
const MAX_LISTED = 3;
/** Options that change what is compiled. */
const OPTIMIZED = /^-O+$/;
const NO_INTERPRETER = `There are no source lines: no recorded interpreter is here with the recorded build ID`;
const OTHER_MACHINE = `There are no source lines: only the recorded machine's own interpreter can make them`;
const NO_TABLES: MadeTables = { companions: [], reasons: [] };
const LIBRARY = /\.so(?:\.\d+)*$/;
/** A libpython's version: `3.13` of `libpython3.13.so.1.0`, `3.13d` of a debug build. */
const LIBRARY_VERSION = /libpython(3\.\d+[a-z]*)\.so/;
/** Files that perf inject writes. */
const INJECTED = /jitted-\d+-\d+\.so$/;
/** The names of functions with a file, in a map, a jitdump or an ELF file. */
const PYTHON_NAME = /py::[^\0\n]+:[^\0\n]+/g;

/** Makes the tables, and says if there are none, which is no reason to fail. `recording` is a path, if there is one. */
export async function lineTablesOf(...of: Parameters<typeof makeLineTables>): Promise<readonly Companion[]> {
  const { companions, reasons } = await makeLineTables(...of);
  for (const reason of reasons) printMessage(`${reason}.`);
  return companions;
}

/** Makes nothing for a recording without copied stacks or without names of Python functions: it cannot have lines. */
export async function makeLineTables(
  recording: string | undefined,
  required: RequiredFiles,
  companions: readonly Companion[],
  root: SearchRoot,
): Promise<MadeTables> {
  if (!required.unwindsStacks) return NO_TABLES;
  const { names, time } = await namesIn(companions);
  if (names.length === 0) return NO_TABLES;
  const recorded = Math.min(time, recording === undefined ? Infinity : secondsAt(recording));
  const isGiven = companions.some(({ kind }) => kind === 'line table');
  const { companions: tables, reasons } = isGiven
    ? NO_TABLES
    : await tablesOf(required, names, recorded, root);
  const wantsSources = (isGiven || tables.length > 0) && !companions.some(({ kind }) => kind === 'source');
  const sources = wantsSources ? recordedSources(filesOf(names), recorded * 1000, root) : [];
  return { companions: [...tables, ...sources], reasons };
}

/** The files of these functions: those of packages and of the standard library last. */
function filesOf(names: readonly string[]): string[] {
  const fileIn = (name: string) => name.replace(/^py::[^:]*:/, '');
  const files = new Set(names.map((name) => fileIn(Buffer.from(name, 'latin1').toString())));
  const isOwn = (file: string) => moduleNameOf(file) === undefined;
  return [...files].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

/** `recorded` is in seconds since 1970. */
async function tablesOf(
  required: RequiredFiles,
  names: readonly string[],
  recorded: number,
  root: SearchRoot,
): Promise<MadeTables> {
  if (!root.isThisMachine) return { companions: [], reasons: [OTHER_MACHINE] };
  const found = await findInterpreters(required);
  const interpreters = found.filter(({ executable }) => !isForeign(executable));
  if (found.length > interpreters.length)
    return {
      companions: [],
      reasons: [`There are no source lines: ${found[0].executable} belongs to another user and is not run`],
    };
  if (interpreters.length === 0) return { companions: [], reasons: [NO_INTERPRETER] };
  const options = parseRecordCommand(required.commandLine ?? [])?.options.filter((word) =>
    OPTIMIZED.test(word),
  );
  const made = interpreters.map((each) => runScript(each, options ?? [], names, recorded));
  return {
    companions: made.flatMap(({ companion }) => companion ?? []),
    reasons: made.flatMap(({ reason }) => reason ?? []),
  };
}

/** The names of Python functions in files, and when the last of these was written, in seconds since 1970. */
async function namesIn(
  companions: readonly Companion[],
): Promise<{ readonly names: readonly string[]; readonly time: number }> {
  const names = new Set<string>();
  let time = 0;
  for (const { kind, source } of companions) {
    const hasNames =
      kind === 'perf map' || kind === 'jitdump' || (kind === 'elf' && INJECTED.test(source.name));
    if (!hasNames) continue;
    // Names are bytes: file names need not be UTF-8.
    const text = Buffer.from(await source.file.read(0, source.size)).toString('latin1');
    const found = text.match(PYTHON_NAME) ?? [];
    for (const name of found) names.add(name);
    if (found.length > 0 && source.path !== undefined) time = Math.max(time, secondsAt(source.path));
  }
  return { names: [...names].sort(), time: time === 0 ? Infinity : time };
}

function secondsAt(path: string): number {
  return (modifiedAt(path) ?? Infinity) / 1000;
}

interface Interpreter {
  readonly executable: string;
  /** The recorded file with the interpreter's code: the executable or its libpython. */
  readonly code: RequiredImage;
}

/** The executables whose code has the recorded build ID. */
async function findInterpreters({ images }: RequiredFiles): Promise<Interpreter[]> {
  const found = new Map<string, Interpreter>();
  for (const code of images) {
    if (code.isData || !PYTHON_MODULE.test(code.path) || !(await isRecordedBuild(code))) continue;
    const executable = LIBRARY.test(code.path) ? executableOf(code.path, images) : code.path;
    if (executable !== undefined) found.set(executable, { executable, code });
  }
  return [...found.values()];
}

async function isRecordedBuild({ path, buildId }: RequiredImage): Promise<boolean> {
  const file = fileAt(path, path)?.file;
  const elf = file && buildId !== '' ? await openElf(file).catch(() => undefined) : undefined;
  return elf !== undefined && isSameBuild(buildId, elf.buildId);
}

/** The recorded executable that belongs to a libpython, or the one installed with it. */
function executableOf(library: string, images: readonly RequiredImage[]): string | undefined {
  const version = LIBRARY_VERSION.exec(library)?.[1];
  if (version === undefined) return undefined;
  const name = `python${version}`;
  const recorded = images.find(({ path }) => baseName(path) === name)?.path;
  const installed = `${library.slice(0, library.lastIndexOf('/'))}/../bin/${name}`;
  return [recorded, installed].find((path) => path !== undefined && fileAt(path, path) !== undefined);
}

interface MadeTable {
  readonly companion?: Companion;
  readonly reason?: string;
}

/** `recorded` is in seconds since 1970. */
function runScript(
  { executable, code }: Interpreter,
  options: readonly string[],
  names: readonly string[],
  recorded: number,
): MadeTable {
  // Isolated, and without the modules of the site, which may be the program's own.
  const words = ['-I', '-S', '-B', '-X', 'utf8', ...options, '-c', LINE_TABLE_SCRIPT, `${recorded}`];
  const { status, stdout, stderr } = spawnSync(executable, words, {
    input: Buffer.from(names.map((name) => `${name}\n`).join(''), 'latin1'),
    timeout: TIMEOUT,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  });
  const [ran, ...problems] = stderr?.toString('latin1').trimEnd().split('\n') ?? [];
  if (status !== 0) return { reason: `There are no source lines: ${executable} could not make a line table` };
  // Another libpython may have been loaded than the one that was checked.
  if (!isSameFile(ran, code.path))
    return { reason: `There are no source lines: ${executable} runs ${ran}, not the recorded ${code.path}` };
  const companion: Companion = {
    kind: 'line table',
    source: memorySource(`${baseName(code.path)}.lines`, new Uint8Array(stdout)),
  };
  if (problems.length === 0) return { companion };
  const files = formatList(
    problems.map((problem) => Buffer.from(problem, 'latin1').toString()),
    MAX_LISTED,
  );
  return { companion, reason: `Without source lines: ${files}` };
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/**
 * The recorded interpreter runs this program, which compiles the sources of the functions that a recording names, and runs
 * none of them. It reads `py::NAME:FILE` from stdin, a line each. The argument is the time of the recording, in seconds
 * since 1970: sources that were changed later are left out, because nothing else tells that their lines have moved. Writes
 * the table to stdout; to stderr, first the file that contains the interpreter's code, then the files that were left out.
 */
const LINE_TABLE_SCRIPT = String.raw`
import _imp, dis, os, sys
from types import CodeType

FROZEN = {'importlib._bootstrap': '_frozen_importlib', 'importlib._bootstrap_external': '_frozen_importlib_external'}

def evaluator():
    with open('/proc/self/maps', 'rb') as maps:
        mapped = [line.split(None, 5)[5].rstrip(b'\n') for line in maps if b'/libpython3' in line]
    return mapped[0] if mapped else os.readlink(b'/proc/self/exe')

def split(text):
    """The qualified name and the file. Names that a program made up may contain colons."""
    name, colon, file = text.rpartition(b':<')
    if colon and file.endswith(b'>'):
        return name, b'<' + file
    name, _, file = text.partition(b':')
    return name, file

def compiled(file, recorded):
    if file.startswith(b'<frozen '):
        module = os.fsdecode(file[8:-1])
        return _imp.get_frozen_object(FROZEN.get(module, module))
    with open(file, 'rb') as source:
        if os.fstat(source.fileno()).st_mtime > recorded:
            raise ValueError('changed since')
        return compile(source.read(), os.fsdecode(file), 'exec', dont_inherit=True)

def nested(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)

def row(code):
    """The fields of a code object, except its name."""
    instructions = [each for each in dis.get_instructions(code) if each.opname != 'CACHE']
    starts = [each.offset for each in instructions] + [len(code.co_code)]
    line_at = {}
    for start, end, line in code.co_lines():
        line_at.update(dict.fromkeys(range(start, end, 2), line or 0))
    # At the end of a loop, the pointer has moved on already, but its line is that of the loop.
    loop_ends = {each.offset for each in instructions if each.opname in ('END_FOR', 'END_SEND')}
    lines, steps = [], []
    for each, end in zip(instructions, starts[1:]):
        line = line_at.get(end if end in loop_ends else each.offset, 0)
        if lines and lines[-1][1] == line:
            lines.pop()
        lines.append((end, line))
        steps.append('%02x%x' % (each.opcode & 255, (end - each.offset) // 2))
    text = ','.join('%x:%x' % entry for entry in lines)
    return '0 %x %d %s %s' % (len(code.co_code), code.co_firstlineno, text, ''.join(steps))

def main(recorded):
    sys.stderr.buffer.write(evaluator() + b'\n')
    names = {}
    for line in sys.stdin.buffer:
        name, file = split(line.rstrip(b'\n')[4:])
        names.setdefault(file, set()).add(name)
    out = sys.stdout.buffer
    out.write(b'# python %d.%d header %x\n' % (*sys.version_info[:2], CodeType.__basicsize__))
    for file in sorted(names):
        try:
            codes = nested(compiled(file, recorded))
            named = ((code, code.co_qualname.encode('utf-8', 'surrogateescape')) for code in codes)
            rows = {row(code).encode() + b' py::' + name + b':' + file for code, name in named if name in names[file]}
        except Exception as error:
            if not file.startswith(b'<'):
                sys.stderr.buffer.write(b'%s: %s\n' % (file, str(error).encode('utf-8', 'replace')))
            continue
        out.writelines(each + b'\n' for each in sorted(rows))

main(float(sys.argv[1]))
`;
