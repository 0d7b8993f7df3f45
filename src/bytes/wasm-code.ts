// Code that others compiled to WebAssembly (scripts/wasm.ts takes it out of their packages): fetched when it is first
// asked for, and compiled once.

/**
 * Where each of them is. In Node the URL is the code itself, hundreds of kilobytes: it is loaded with its first use. Of the
 * page in one file it is empty.
 */
const URLS = {
  demangler: () => import('virtual:demangler-wasm'),
  xz: () => import('virtual:xz-wasm'),
  zstd: () => import('virtual:zstd-wasm'),
} as const;

export type CodeName = keyof typeof URLS;

const fetched = new Map<CodeName, Promise<WebAssembly.Module>>();

/** Rejects when it cannot be fetched; whoever asks again makes another attempt. */
export function compiledCode(name: CodeName): Promise<WebAssembly.Module> {
  let code = fetched.get(name);
  if (!code) {
    code = compile(name);
    fetched.set(name, code);
    code.catch(() => fetched.delete(name));
  }
  return code;
}

async function compile(name: CodeName): Promise<WebAssembly.Module> {
  const { default: url } = await URLS[name]();
  if (url === '') throw new Error(`a page that is one file has no code for ${name}`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the code of ${name} cannot be fetched (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the code exports under this name, known to be memory. */
export function exportedMemory({ exports }: WebAssembly.Instance, name: string): WebAssembly.Memory {
  const { [name]: memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error(`the compiled code has no ${name}`);
  return memory;
}

/** What the code exports under this name, known to be a function of numbers. */
export function exportedFunction(
  { exports }: WebAssembly.Instance,
  name: string,
): (...numbers: number[]) => unknown {
  const { [name]: f } = exports;
  if (typeof f !== 'function') throw new Error(`the compiled code has no function ${name}`);
  return (...numbers): unknown => f(...numbers);
}
