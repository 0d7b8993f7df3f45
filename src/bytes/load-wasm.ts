// Third-party WebAssembly code (scripts/wasm.ts extracts it from the packages), fetched on first use and compiled once.

/**
 * URLs of the code. In Node each is a data URL of hundreds of kilobytes, hence the lazy imports. Empty in the one-file page.
 */
const URLS = {
  demangler: () => import('virtual:demangler-wasm'),
  xz: () => import('virtual:xz-wasm'),
  zstd: () => import('virtual:zstd-wasm'),
} as const;

type WasmName = keyof typeof URLS;

const fetched = new Map<WasmName, Promise<WebAssembly.Module>>();

/** Loads the code once; after a failure, the next call retries. */
export function loadWasm(name: WasmName): Promise<WebAssembly.Module> {
  let code = fetched.get(name);
  if (!code) {
    code = compile(name);
    fetched.set(name, code);
    code.catch(() => fetched.delete(name));
  }
  return code;
}

async function compile(name: WasmName): Promise<WebAssembly.Module> {
  const { default: url } = await URLS[name]();
  if (url === '') throw new Error(`the one-file page does not include ${name}`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`could not fetch the WebAssembly code of ${name} (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export function exportedMemory({ exports }: WebAssembly.Instance, name: string): WebAssembly.Memory {
  const { [name]: memory } = exports;
  if (!(memory instanceof WebAssembly.Memory))
    throw new Error(`the WebAssembly code does not export the memory ${name}`);
  return memory;
}

/** Returns an exported function that takes numbers. */
export function exportedFunction(
  { exports }: WebAssembly.Instance,
  name: string,
): (...numbers: number[]) => unknown {
  const { [name]: f } = exports;
  if (typeof f !== 'function') throw new Error(`the WebAssembly code does not export the function ${name}`);
  return (...numbers): unknown => f(...numbers);
}
