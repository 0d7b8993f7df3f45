// The content types and headers that a server must send with the built site, including the page's content security
// policy, which workers accept only as a header. Plain JavaScript, because scripts import it too.

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

/** The gallery folder (src/sharing/gallery.ts), whose files are uploaded by users. */
const GALLERY = 'profiles/';
const GALLERY_INDEX = `${GALLERY}index.json`;

/**
 * Content type by path in the site. Recordings are always served as binary data, so that no browser runs or shows them.
 */
export function contentType(/** @type {string} */ path) {
  const isRecording = path.startsWith(GALLERY) && path !== GALLERY_INDEX;
  return (isRecording ? undefined : TYPES[extname(path)]) ?? 'application/octet-stream';
}

/**
 * Browser features (names as in Chromium, https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md)
 * that the page does not use. Clipboard writing and local network access are missing on purpose: the page uses both.
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
 * Headers of every response, besides the policy. Cross-Origin-Resource-Policy applies only to requests without CORS, so
 * `same-origin` does not affect servers that share their recordings with Access-Control-Allow-Origin
 * (https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header).
 */
export const SITE_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // Links to other sites must not reveal the URL of the page.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The policy in the built page, which scripts/policy.ts added. Undefined if it cannot be read.
 * @returns {string | undefined}
 */
export function policyOfPage(/** @type {string} */ html) {
  const [meta] = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i.exec(html) ?? [''];
  // Vite escapes apostrophes. The policy contains no other entities.
  const policy = /content="([^"]+)"/.exec(meta)?.[1].replaceAll('&#39;', "'");
  return policy?.includes('&') ? undefined : policy;
}
