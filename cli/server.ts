// Serves files to the browser of this machine alone: on its loopback address, under a path that nobody can guess, and only
// to pages that come from there. What is not in its list is not there.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import { FILE_CHANGED } from '../src/model/file-changed.ts';
import { reasonOf } from '../src/model/reason.ts';
import { SITE_HEADERS } from './site.mjs';
import { FileChanged } from './unchanged.ts';
import { UsageError } from './usage-error.ts';

export interface Served {
  readonly type: string;
  /** Asked for with each request; may have to be made. */
  content(): RandomAccess | Promise<RandomAccess>;
}

export interface StartedServer {
  /** With the slash behind the secret path. */
  readonly address: string;
  /**
   * An address that leads to a place of the page (`#…`) once, and then says that it was `used`: what a browser is started
   * with may be read by others later, in its history or in the file that it came from.
   */
  once(hash: string, used?: () => void): string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Names of this machine that no other can have, at any port: `ssh -L` leads here from another port of another machine. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;
/** Bytes of the secret path. */
const SECRET = 16;
/** Bytes read and sent at a time. */
const PIECE = 4 << 20;

/** `files` are by their path behind the secret one, '' for the page; it may grow. Port 0 is any free one. */
export async function startServer(
  files: ReadonlyMap<string, Served>,
  policy: string,
  port: number,
): Promise<StartedServer> {
  const secret = unguessable();
  const tickets = new Map<string, Ticket>();
  const server = createServer();
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UsageError(`Port ${port} cannot be used (${reasonOf(error)}): choose another.`, {
      cause: error,
    });
  }
  const bound = server.address();
  const host = `${HOST}:${bound !== null && typeof bound === 'object' ? bound.port : port}`;
  const address = `http://${host}/${secret}/`;
  const headers = headersWith(policy);
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = request.url ?? '';
    const ticket = tickets.get(path);
    tickets.delete(path);
    const refusal = whyRefused(request, ticket !== undefined);
    const served = files.get(pathBehind(`/${secret}/`, path) ?? 'nothing');
    if (ticket && !refusal) {
      // Not a redirect, which would still come from the page that led here: as that page's own, it is in order.
      response.setHeader('Refresh', `0; url=${ticket.target}`);
      ticket.used();
    }
    const answer = refusal
      ? sendText(response, ...refusal)
      : ticket
        ? sendText(response, 200, 'The page is elsewhere.')
        : served
          ? send(request, response, served)
          : sendText(response, 404, 'There is no such file.');
    answer.catch((error: unknown) => {
      if (error instanceof FileChanged && !response.headersSent)
        void sendText(response, FILE_CHANGED, 'This file has changed since it was opened.');
      // A browser that leaves in the middle is no failure of ours.
      else response.destroy();
    });
  });
  return {
    address,
    once: (hash, used = () => {}) => {
      const path = `/${unguessable()}`;
      tickets.set(path, { target: address + hash, used });
      return `http://${host}${path}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Ticket {
  /** The address of the page, secret path and all. */
  readonly target: string;
  readonly used: () => void;
}

function unguessable(): string {
  return randomBytes(SECRET).toString('base64url');
}

function headersWith(policy: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    ...SITE_HEADERS,
  };
}

/**
 * Another page may have its own name lead to this address (DNS rebinding), but then that is the name in `Host`; or ask for
 * our files from where it is, be that another port of this machine, but then the browser says so. With a ticket, which
 * nobody can guess, it may lead here from where it is, as a file does. Undefined when the request is in order.
 */
function whyRefused({ method, headers }: IncomingMessage, hasTicket: boolean): [number, string] | undefined {
  const { host = '' } = headers;
  if (!LOOPBACK.test(host)) return [421, 'This address is for the browser of this machine alone.'];
  const site = headers['sec-fetch-site'];
  const isForeign = headers.origin !== undefined && headers.origin !== `http://${host}`;
  const isLed = hasTicket && headers['sec-fetch-mode'] === 'navigate';
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none' && !isLed))
    return [403, 'Another page may not read this.'];
  return method === 'GET' || method === 'HEAD' ? undefined : [405, 'Files can only be read here.'];
}

/** Undefined for what is not below `folder`, or no text. */
function pathBehind(folder: string, url: string): string | undefined {
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

async function send(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const content = await served.content();
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
    // Whoever asked sees that less came than was said.
    if (piece.length === 0) throw new Error('the file has become shorter');
    yield piece;
    at += piece.length;
  }
}
