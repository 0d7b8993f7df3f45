// Serves only the listed files: under a secret path, only to its own page, and unless told otherwise only on this machine.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import { FILE_CHANGED } from '../src/sharing/file-changed.ts';
import { reasonOf } from '../src/text/format.ts';
import { SITE_HEADERS } from './site.mjs';
import { FileChanged } from './guard-content.ts';

export interface ServedFile {
  readonly type: string;
  /** Called for each request, with what follows the `?`; may need to wait for the content. */
  content(query: URLSearchParams): RandomAccess | Promise<RandomAccess>;
}

/** Thrown by `content`: the message is a sentence for the user of the page. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export interface RunningServer {
  /** Ends with the secret path and a slash. */
  readonly address: string;
  /**
   * Creates a URL that redirects to the page at `hash` and calls `onUse`. It works only once, because others may later
   * find it in the browser's history or in the redirect file.
   */
  singleUseUrl(hash: string, onUse?: () => void): string;
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';
/** Host names that always mean the local machine, with any port: `ssh -L` may forward a different one. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;
const SECRET_BYTES = 16;
/** Bytes per read. */
const PIECE = 4 << 20;

/**
 * `files` maps paths below the secret path ('' is the page) to their content; entries may be added later. Port 0 means
 * any free port.
 */
export async function startServer(
  files: ReadonlyMap<string, ServedFile>,
  policy: string,
  port: number,
  host = DEFAULT_HOST,
): Promise<RunningServer> {
  const secret = randomToken();
  const tickets = new Map<string, { readonly hash: string; readonly onUse: () => void }>();
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const what = isLoopback(host) ? `use port ${port}` : `listen on port ${port} of ${host}`;
    throw new Error(`Could not ${what} (${reasonOf(error)}): choose another.`, { cause: error });
  }
  const bound = server.address();
  const site = `http://${nameInUrl(host)}:${bound !== null && typeof bound === 'object' ? bound.port : port}`;
  const address = `${site}/${secret}/`;
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    ...SITE_HEADERS,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = request.url ?? '';
    const ticket = tickets.get(path);
    tickets.delete(path);
    const refusal = findRefusal(request, host, ticket !== undefined);
    if (refusal) return sendText(response, ...refusal);
    if (ticket) {
      // An HTTP redirect would count as a request from the page that linked here; a refresh counts as one from this
      // page.
      response.setHeader('Refresh', `0; url=${address}${ticket.hash}`);
      ticket.onUse();
      return sendText(response, 200, 'Redirecting to the page.');
    }
    const served = files.get(pathBelow(`/${secret}/`, path) ?? 'nothing');
    return served ? send(request, response, served) : sendText(response, 404, 'File not found.');
  };
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof FileChanged && !response.headersSent)
        void sendText(response, FILE_CHANGED, 'This file has changed since it was opened.');
      else if (error instanceof AnswerError && !response.headersSent)
        void sendText(response, error.status, error.message);
      // A browser that disconnects is not an error.
      else response.destroy();
    });
  });
  return {
    address,
    singleUseUrl: (hash, onUse = () => {}) => {
      const path = `/${randomToken()}`;
      tickets.set(path, { hash, onUse });
      return `${site}${path}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function randomToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Rejects requests from other pages. A page that points its own host name at this address (DNS rebinding) sends that
 * name in `Host`; a cross-origin request, even from another port of this machine, is marked by the browser in `Origin`
 * or `Sec-Fetch-Site`. A ticket is secret, so navigation with one is allowed from anywhere, for example from a file.
 * Undefined if the request is allowed.
 */
function findRefusal(
  { method, headers }: IncomingMessage,
  boundTo: string,
  hasTicket: boolean,
): [number, string] | undefined {
  const { host = '' } = headers;
  if (!LOOPBACK.test(host) && (isLoopback(boundTo) || !isOfMachine(host, boundTo)))
    return [421, 'This server does not answer under this name.'];
  const site = headers['sec-fetch-site'];
  const isForeign = headers.origin !== undefined && headers.origin !== `http://${host}`;
  const isTicketNavigation = hasTicket && headers['sec-fetch-mode'] === 'navigate';
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none' && !isTicketNavigation))
    return [403, 'Other pages may not read this.'];
  return method === 'GET' || method === 'HEAD' ? undefined : [405, 'Only GET and HEAD are allowed.'];
}

/** True if only this machine can reach the host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(nameInUrl(host));
}

/** An address, which no other page can point elsewhere, or a name of this machine; with any port. */
function isOfMachine(host: string, boundTo: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '');
  return isIP(name.replace(/^\[|\]$/g, '')) > 0 || name === boundTo || name === hostname();
}

/** An address that stands for all addresses of the machine is replaced by the machine's name. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname();
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Undefined if the URL is malformed or not below `folder`. */
function pathBelow(folder: string, url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
    return path.startsWith(folder) ? path.slice(folder.length) : undefined;
  } catch {
    return undefined;
  }
}

async function sendText(response: ServerResponse, status: number, sentence: string): Promise<void> {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

async function send(request: IncomingMessage, response: ServerResponse, served: ServedFile): Promise<void> {
  const content = await served.content(new URLSearchParams(/\?([^#]*)/.exec(request.url ?? '')?.[1]));
  const { size } = content;
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first ?? 0);
  const to = last ? Math.min(size, Number(last) + 1) : size;
  if (first !== undefined && from >= to) {
    response.setHeader('Content-Range', `bytes */${size}`);
    return sendText(response, 416, `The file has ${size} bytes.`);
  }
  response.writeHead(first === undefined ? 200 : 206, {
    'Accept-Ranges': 'bytes',
    'Content-Type': served.type,
    'Content-Length': to - from,
    ...(first !== undefined && { 'Content-Range': `bytes ${from}-${to - 1}/${size}` }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(Readable.from(piecesOf(content, from, to), { objectMode: false }), response);
}

async function* piecesOf(content: RandomAccess, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const piece = await content.read(at, Math.min(to, at + PIECE));
    // The client notices the missing bytes.
    if (piece.length === 0) throw new Error('the file has shrunk');
    yield piece;
    at += piece.length;
  }
}
