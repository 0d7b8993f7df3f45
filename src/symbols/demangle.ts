// Demangles C++ and Rust names: _ZNSt6vectorIiSaIiEE4growEv becomes std::vector<int, std::allocator<int> >::grow. The
// demanglers come from the package `gecko-profiler-demangle` and are loaded only if a recording has mangled names.
// Only the package's WebAssembly is used, since its JavaScript cannot restart after a failure (scripts/wasm.ts).
//
// The output matches perf 6.1, which asks libiberty for names without parameters and suffixes
// (tools/perf/util/symbol-elf.c: demangle_sym).

import { loadWasm, exportedFunction, exportedMemory } from '../bytes/load-wasm.ts';
import { BUDGET } from '../model/budget.ts';
import { ProfileBuilder } from '../model/builder.ts';
import { newNote, NONE, type Profile } from '../model/profile.ts';

/** Returns the readable form of a mangled name, and any other name unchanged. Never throws. */
type Demangle = (name: string) => string;

const MANGLED = /^_[ZR]/;
/** Maximum length of a mangled name; longer names stay unchanged. */
const MAX_MANGLED = 4096;
/** Maximum length of a readable name; back references can expand a few characters to millions. */
const MAX_READABLE = 1 << 14;
/** Matches Rust names in the v0 mangling, or in the legacy mangling, which ends with a hash. */
const RUST_NAME = /^_R|^_ZN.*?17h[0-9a-f]{16}E/;
/** Matches a mangled name up to .cold, .constprop.0, .llvm.123 or @@VERSION. The legacy Rust mangling contains dots. */
const MANGLED_PART = /^(?:_ZN.*?17h[0-9a-f]{16}E|[^.@]*)/;
/** The suffix that perf itself adds to readable names. */
const PLT = '@plt';

/** Rejects if the WebAssembly code cannot be loaded. */
export async function loadDemangler(): Promise<Demangle> {
  const code = await loadWasm('demangler');
  let demanglers = new Demanglers(code);
  return (name) => {
    if (!MANGLED.test(name) || name.length > MAX_MANGLED) return name;
    const [core] = MANGLED_PART.exec(name) ?? [name];
    try {
      const readable = demanglers.readable(core);
      // The demangler returns unknown names without their first letter.
      const isKnown = readable !== '' && readable !== core.slice(1) && readable.length <= MAX_READABLE;
      if (!isKnown) return name;
      return (RUST_NAME.test(core) ? readable : toPerfSpelling(readable)) + (name.endsWith(PLT) ? PLT : '');
    } catch {
      // The instance ran out of memory, which leaves it in an undefined state.
      demanglers = new Demanglers(code);
      return name;
    }
  };
}

/** One WebAssembly instance. scripts/wasm.ts limits its memory. */
class Demanglers {
  private readonly memory: WebAssembly.Memory;
  private readonly allocate: (size: number, align: number) => unknown;
  private readonly free: (at: number, size: number, align: number) => unknown;
  private readonly demangle: (at: number, size: number) => unknown;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(code: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(code, {
      // The original function creates a table of JavaScript values, which is not needed for strings.
      './index_bg.js': { __wbindgen_init_externref_table: () => {} },
    });
    this.memory = exportedMemory(instance, 'memory');
    this.allocate = exportedFunction(instance, '__wbindgen_malloc');
    this.free = exportedFunction(instance, '__wbindgen_free');
    this.demangle = exportedFunction(instance, 'demangle_any');
    exportedFunction(instance, '__wbindgen_start')();
  }

  /** Calls Rust's `demangle_any(&str) -> String`, which frees its argument; the caller frees the result. */
  readable(name: string): string {
    const bytes = this.encoder.encode(name);
    const given = Number(this.allocate(bytes.length, 1));
    new Uint8Array(this.memory.buffer).set(bytes, given);
    const result = this.demangle(given, bytes.length);
    if (!Array.isArray(result)) throw new Error('the demangler did not return a pair of numbers');
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
/** Matches the remains of an empty parameter pack. */
const EMPTY_PACK = /, (?:&&?)?(?=[>)])/g;
const ISTREAM = /std::basic_istream<char, std::char_traits<char> >(?!::~?basic_istream)/g;
const QUALIFIERS = /\)(?: const| volatile| &&?)*$/;
/** Matches the start of a parameter list; the first alternative is a function's address as a template argument. */
const PARAMETERS = /(&(?:(?:\w+|\(anonymous namespace\))::)+~?\w+)\(|(?<=[\w>*&\]])\(/g;

/**
 * Converts to libiberty's spelling. Like libiberty's option for names without parameters, drops the parameters of the
 * outermost name only.
 */
function toPerfSpelling(text: string): string {
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

/** In template arguments, `A(int)` becomes `A (int)`, and `&ns::f(int)` becomes `&ns::f`. */
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

/** Index of the parenthesis that closes the one at `open`; -1 if there is none. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

/** `ns::f(int (*)(char)) const` becomes `ns::f`. */
function withoutParameters(text: string): string {
  const end = QUALIFIERS.exec(text);
  let depth = 0;
  for (let i = end ? end.index : -1; i > 0; i--) {
    if (text[i] === ')') depth++;
    else if (text[i] === '(' && --depth === 0) return text.slice(0, i);
  }
  return text;
}

/** Matches modules whose names perf does not demangle: memory without a file, and the kernel. */
const NOT_DEMANGLED = /^\[|\/perf-\d+\.map$/;

/**
 * Demangles the names of a recording, loading the demanglers only if needed. If they cannot be loaded, adds a note.
 */
export async function withReadableNames(profile: Profile): Promise<Profile> {
  if (!hasMangledNames(profile)) return profile;
  try {
    return demangleProfile(profile, await loadDemangler());
  } catch {
    return withNote(profile, NOT_LOADED);
  }
}

const NOT_LOADED = 'C++ and Rust names are shown mangled: the demangler could not be loaded';
const TOO_LONG =
  'Some C++ and Rust names are shown mangled: demangling all of them would take too much memory';

function withNote(profile: Profile, text: string): Profile {
  return { ...profile, notes: [...profile.notes, newNote('mangled names', text)] };
}

/** True if the profile has a name that perf would demangle. */
function hasMangledNames({ funcs, strings, modules }: Profile): boolean {
  return funcs.name.some((name, i) => MANGLED.test(strings[name]) && isDemangled(modules[funcs.module[i]]));
}

/** True if perf demangles the names of this module; `module` is undefined if unknown. */
function isDemangled(module: string | undefined): boolean {
  return module === undefined || !NOT_DEMANGLED.test(module);
}

/**
 * Demangles all names. Merges functions that then have the same name and module, such as overloads, as perf's output
 * does.
 */
export function demangleProfile(profile: Profile, demangle: Demangle, limit = BUDGET.characters): Profile {
  const { strings, funcs, stacks } = profile;
  const names = new ProfileBuilder();
  const modules = profile.modules.map((path) => names.module(path));
  // A short mangled name may expand to thousands of characters.
  let characters = 0;
  const func = funcs.name.map((name, i) => {
    const module = funcs.module[i];
    const isReadable = isDemangled(profile.modules[module]) && characters < limit;
    const readable = isReadable ? demangle(strings[name]) : strings[name];
    characters += readable.length;
    return names.func(readable, module < 0 ? NONE : modules[module], funcs.flags[i]);
  });
  const { strings: readable, funcs: merged } = names.finish();
  const noted = characters < limit ? profile : withNote(profile, TOO_LONG);
  const renamed = { ...noted, strings: readable, funcs: merged };
  // Usually no functions were merged, and there may be millions of stacks.
  if (func.every((now, old) => now === old)) return renamed;
  return { ...renamed, stacks: { ...stacks, func: stacks.func.map((old) => func[old]) } };
}
