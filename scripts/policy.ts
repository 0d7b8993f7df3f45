// A Vite plugin: what the built page may load and whom it may ask, as a meta element, since not every host can send
// headers. Where a header says it too (hosting/), both hold: neither makes the other looser. A worker has only the header.

import type { Plugin } from 'vite';

/**
 * The page gives the browser no text to run or to read as HTML, and starts workers only through one policy:
 * src/state/worker-scripts.ts.
 */
export const TRUSTED_TYPES = {
  'require-trusted-types-for': "'script'",
  'trusted-types': 'pyrograph',
};

/** Nothing is sent to any other host. 'wasm-unsafe-eval' is for what scripts/wasm.ts lists. */
const STRICT = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  ...TRUSTED_TYPES,
};

/** `#profileURL=` may then name another host, which is asked when a person says so. */
const OPEN_HOSTS = { ...STRICT, 'connect-src': "'self' https: http:" };

/** Vite's own modes are strict too. */
const POLICIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  strict: STRICT,
  production: STRICT,
  development: STRICT,
  test: STRICT,
  'open-hosts': OPEN_HOSTS,
};

/** `--mode open-hosts` is looser, every other build strict. What is misspelt is no build. */
export function policyOf(mode: string): string {
  if (!Object.hasOwn(POLICIES, mode))
    throw new Error(`There is no --mode ${mode}: strict (as without --mode) and open-hosts build the site.`);
  return policyText(POLICIES[mode]);
}

export function policyText(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}

/** Only in the built page: in development React's plugin injects an inline script. */
export function contentSecurityPolicy(mode: string): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(mode) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
