// Names as their programmers wrote them: _ZNSt6vectorIiSaIiEE4growEv is std::vector<int, std::allocator<int> >::grow.
// The demanglers of C++ and Rust are the package `gecko-profiler-demangle`, fetched only when a recording has such a
// name. The package's own JavaScript cannot begin anew after a failure, so only its code is taken (scripts/wasm.ts).
//
// What comes out is what perf 6.1 prints, which asks libiberty for names without parameters and suffixes
// (tools/perf/util/symbol-elf.c: demangle_sym).

import { compiledCode, exportedFunction, exportedMemory } from '../bytes/wasm-code.ts';
import { BUDGET } from '../model/budget.ts';
import { ProfileBuilder } from '../model/builder.ts';
import { NONE, type Note, type Profile } from '../model/profile.ts';

/** Gives a readable name for a mangled one, and every other as it is. Never throws. */
export type Demangle = (name: string) => string;

const MANGLED = /^_[ZR]/;
/** Letters of a mangled name; longer ones are left alone. */
const LONGEST = 4096;
/** Letters of a readable name; a few letters of a mangled one may stand for millions. */
const LONGEST_READABLE = 1 << 14;
/** How old Rust ends a name: its hash. */
const RUST = /^_R|^_ZN.*?17h[0-9a-f]{16}E/;
/** Where the mangled name ends and .cold, .constprop.0, .llvm.123 or @@VERSION begins. Old Rust has dots in its names. */
const CORE = /^(?:_ZN.*?17h[0-9a-f]{16}E|[^.@]*)/;
/** What perf itself puts behind a name, once it is readable. */
const PLT = '@plt';

/** Rejects when the demanglers cannot be fetched. */
export async function loadDemangler(): Promise<Demangle> {
  const code = await compiledCode('demangler');
  let demanglers = new Demanglers(code);
  return (name) => {
    if (!MANGLED.test(name) || name.length > LONGEST) return name;
    const [core] = CORE.exec(name) ?? [name];
    try {
      const readable = demanglers.readable(core);
      // What it does not know it gives back without its first letter.
      const isKnown = readable !== '' && readable !== core.slice(1) && readable.length <= LONGEST_READABLE;
      if (!isKnown) return name;
      return (RUST.test(core) ? readable : asPerfPrints(readable)) + (name.endsWith(PLT) ? PLT : '');
    } catch {
      // It ran out of memory, and what is left of that is in disorder.
      demanglers = new Demanglers(code);
      return name;
    }
  };
}

/** One instance of the code. Its memory is bounded by scripts/wasm.ts. */
class Demanglers {
  private readonly memory: WebAssembly.Memory;
  private readonly allocate: (size: number, align: number) => unknown;
  private readonly free: (at: number, size: number, align: number) => unknown;
  private readonly demangle: (at: number, size: number) => unknown;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(code: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(code, {
      // It would fill a table of JavaScript values; strings need none.
      './index_bg.js': { __wbindgen_init_externref_table: () => {} },
    });
    this.memory = exportedMemory(instance, 'memory');
    this.allocate = exportedFunction(instance, '__wbindgen_malloc');
    this.free = exportedFunction(instance, '__wbindgen_free');
    this.demangle = exportedFunction(instance, 'demangle_any');
    exportedFunction(instance, '__wbindgen_start')();
  }

  /** As Rust's `demangle_any(&str) -> String`: it frees what it is given, and we what it gives. */
  readable(name: string): string {
    const bytes = this.encoder.encode(name);
    const given = Number(this.allocate(bytes.length, 1));
    new Uint8Array(this.memory.buffer).set(bytes, given);
    const result = this.demangle(given, bytes.length);
    if (!Array.isArray(result)) throw new Error('the demangler gives no pair of numbers');
    const [at, size] = result.map(Number);
    const text = this.decoder.decode(new Uint8Array(this.memory.buffer, at, size));
    this.free(at, size, 1);
    return text;
  }
}

const OFFSET = String.raw`\{(?:virtual )?offset\([^)]*\)\}`;
const THUNK = new RegExp(String.raw`^\{virtual override thunk\((${OFFSET}), ((?:${OFFSET}, )?)(.*)\)\}$`);
const NUMBER = /\((unsigned )?(int|long long|long)\)(-?\d+)/g;
const ENDINGS: Readonly<Record<string, string>> = { int: '', long: 'l', 'long long': 'll' };
/** A comma and what is left of a parameter that stands for none. */
const EMPTY_PACK = /, (?:&&?)?(?=[>)])/g;
const ISTREAM = /std::basic_istream<char, std::char_traits<char> >(?!::~?basic_istream)/g;
const QUALIFIERS = /\)(?: const| volatile| &&?)*$/;
/** Where parameters may begin: those of a function whose address is a template argument, or any. */
const PARAMETERS = /(&(?:(?:\w+|\(anonymous namespace\))::)+~?\w+)\(|(?<=[\w>*&\]])\(/g;

/** The spelling of libiberty, whose option for names without parameters leaves them out of the outermost one only. */
function asPerfPrints(text: string): string {
  const spelled = text
    .replace(NUMBER, (_, sign, type, digits) => `${digits}${sign ? 'u' : ''}${ENDINGS[type]}`)
    .replace(EMPTY_PACK, '')
    .replace(ISTREAM, 'std::istream')
    .replaceAll('std::nullptr_t', 'decltype(nullptr)');
  const thunk = THUNK.exec(spelled);
  if (!thunk) return withoutParameters(withTemplateArguments(spelled));
  const [, offset, result, name] = thunk;
  if (result) return `covariant return thunk to ${name}`;
  return `${offset.startsWith('{virtual') ? 'virtual' : 'non-virtual'} thunk to ${name}`;
}

/** Among template arguments, `A(int)` is spelled `A (int)`, and `&ns::f(int)` `&ns::f`. */
function withTemplateArguments(text: string): string {
  let spelled = '';
  let done = 0;
  for (const match of text.matchAll(PARAMETERS)) {
    const open = match.index + match[0].length - 1;
    const close = open < done ? -1 : closingOf(text, open);
    const next = text[close + 1];
    if (close < 0 || (next !== '>' && next !== ',')) continue;
    const isAddress = match[1] !== undefined;
    spelled += text.slice(done, open) + (isAddress ? '' : ' ');
    done = isAddress ? close + 1 : open;
  }
  return spelled + text.slice(done);
}

/** Where the bracket that opens at `open` is closed; -1 when it is not. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

/** `ns::f(int (*)(char)) const` is `ns::f`. */
function withoutParameters(text: string): string {
  const end = QUALIFIERS.exec(text);
  let depth = 0;
  for (let i = end ? end.index : -1; i > 0; i--) {
    if (text[i] === ')') depth++;
    else if (text[i] === '(' && --depth === 0) return text.slice(0, i);
  }
  return text;
}

/** Memory that is no file, and the kernel: perf takes these names as they are. */
const AS_IT_IS = /^\[|\/perf-\d+\.map$/;

/**
 * The recording with readable names; the demanglers are only fetched when it has others. Where they cannot be fetched, a
 * note says so.
 */
export async function withReadableNames(profile: Profile): Promise<Profile> {
  if (!hasMangledNames(profile)) return profile;
  try {
    return demangled(profile, await loadDemangler());
  } catch {
    return { ...profile, notes: [...profile.notes, NOT_FETCHED] };
  }
}

const NOT_FETCHED: Note = {
  kind: 'mangled names',
  text: 'Names of C++ and Rust are shown as compilers write them: what makes them readable could not be fetched',
  count: 1,
  line: NONE,
};

const TOO_LONG: Note = {
  kind: 'mangled names',
  text: 'Some names of C++ and Rust are shown as compilers write them: all of them in readable form would be too long',
  count: 1,
  line: NONE,
};

/** Has it a name that perf would have made readable? */
function hasMangledNames({ funcs, strings, modules }: Profile): boolean {
  return funcs.name.some((name, i) => MANGLED.test(strings[name]) && isOfFile(modules[funcs.module[i]]));
}

/** `module` is undefined where none is known. */
function isOfFile(module: string | undefined): boolean {
  return module === undefined || !AS_IT_IS.test(module);
}

/**
 * The same recording with readable names. Functions that have then the same name in the same module, as those of one
 * name with several kinds of parameters, are one function, as they are in what perf prints. `profile` is as it was read:
 * frame i is function i.
 */
export function demangled(profile: Profile, demangle: Demangle, mostCharacters = BUDGET.characters): Profile {
  const { strings, funcs, stacks } = profile;
  const names = new ProfileBuilder();
  const modules = profile.modules.map((path) => names.module(path));
  // A name of a few letters may stand for one of thousands.
  let characters = 0;
  const func = funcs.name.map((name, i) => {
    const module = funcs.module[i];
    const isReadable = isOfFile(profile.modules[module]) && characters < mostCharacters;
    const readable = isReadable ? demangle(strings[name]) : strings[name];
    characters += readable.length;
    return names.func(readable, module < 0 ? NONE : modules[module], funcs.seen[i]);
  });
  const { strings: readable, funcs: joined, frames } = names.finish();
  const notes = characters < mostCharacters ? profile.notes : [...profile.notes, TOO_LONG];
  const renamed = { ...profile, strings: readable, funcs: joined, frames, notes };
  // There may be millions of stacks, and mostly no two functions have become one.
  if (func.every((now, old) => now === old)) return renamed;
  const frame = new Int32Array(stacks.length);
  for (let i = 0; i < frame.length; i++) frame[i] = func[stacks.frame[i]];
  return { ...renamed, stacks: { ...stacks, frame } };
}
