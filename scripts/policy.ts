// A Vite plugin: adds the content security policy to the built page as a meta element, since not every host can send headers.
// If the host also sends it as a header (hosting/), both apply, and neither relaxes the other. Workers get only the header.

import type { Plugin } from 'vite';

/** Strings are never run or parsed as HTML; only one Trusted Types policy, in src/state/engine/worker-scripts.ts, starts workers. */
export const TRUSTED_TYPES = {
  'require-trusted-types-for': "'script'",
  'trusted-types': 'pyrograph',
};

/** No requests to other hosts. 'wasm-unsafe-eval' allows the modules of scripts/wasm.ts. */
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

/** `#profileURL=` may refer to a different host; the page fetches from it after the user confirms. */
const OPEN_HOSTS = { ...STRICT, 'connect-src': "'self' https: http:" };

/** Policies by mode; Vite's own modes are strict, too. */
const POLICIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  strict: STRICT,
  production: STRICT,
  development: STRICT,
  test: STRICT,
  'open-hosts': OPEN_HOSTS,
};

/**
 * Strict, except for `--mode open-hosts`. `stores` are URLs of ClickHouse servers that the page may ask, separated by spaces. Throws for
 * an unknown mode and for other URLs, so that a typo fails the build.
 */
export function policyOf(mode: string, stores = ''): string {
  if (!Object.hasOwn(POLICIES, mode))
    throw new Error(
      `There is no --mode ${mode}: build the site with --mode strict (the default) or --mode open-hosts.`,
    );
  const policy = POLICIES[mode];
  const urls = stores.split(/\s+/).filter((url) => url !== '');
  return policyText({ ...policy, 'connect-src': [policy['connect-src'], ...urls.map(originOf)].join(' ') });
}

function originOf(url: string): string {
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new Error(
      `PYROGRAPH_STORES has ${url}: give URLs of ClickHouse, such as https://ch.example.org:8443.`,
    );
  return new URL(url).origin;
}

export function policyText(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}

/** Not applied in development, where the React plugin injects an inline script. */
export function contentSecurityPolicy(mode: string, stores = ''): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(mode, stores) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
