// What a web server has to know of the built site: the type of a file, the headers of all files, and the page's content
// security policy, which goes out as a header too, since a worker takes its own only from there. Plain JavaScript, since
// scripts need it as well.

import { extname } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The gallery, as src/model/gallery.ts has it, where others put what they like. */
const GALLERY = 'profiles/';
const GALLERY_INDEX = `${GALLERY}index.json`;

/** Of the file at this path in the site. Recordings are data, whatever they are called: no browser runs or shows them. */
export function contentType(/** @type {string} */ path) {
  const isRecording = path.startsWith(GALLERY) && path !== GALLERY_INDEX;
  return (isRecording ? undefined : TYPES[extname(path)]) ?? 'application/octet-stream';
}

/**
 * What no script of the page may ask for (https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md), as far
 * as Chromium knows its name. Left as they are: the page writes to the clipboard, and may be led to a recording in the local
 * network.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/**
 * Of every answer, beside the policy. `same-origin` keeps no page from a recording that its server lets others read: that
 * takes Access-Control-Allow-Origin, and CORP is about requests without CORS
 * (https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header).
 */
export const SITE_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // A link that is followed tells nobody where it was.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The policy in the built page: its one source is vite.config.ts. Undefined when it cannot be read.
 * @returns {string | undefined}
 */
export function policyOfPage(/** @type {string} */ html) {
  const [meta] = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i.exec(html) ?? [''];
  // Vite writes every ' as an entity; no policy needs another one.
  const policy = /content="([^"]+)"/.exec(meta)?.[1].replaceAll('&#39;', "'");
  return policy?.includes('&') ? undefined : policy;
}
