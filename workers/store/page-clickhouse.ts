// ClickHouse, asked by a page. Browsers hide why a request to another host failed, and old servers allow no headers of our own.

import { ClickHouse, type Login } from '../../src/store/clickhouse.ts';

/** The server may accept another password. */
export class LoginProblem extends Error {}

export class PageClickHouse extends ClickHouse {
  private readonly isForbidden: () => boolean;

  /** `isForbidden` returns true once a policy has forbidden a request. */
  constructor(address: string, password: string, isForbidden: () => boolean) {
    super(address, password);
    this.isForbidden = isForbidden;
  }

  /** A header would need a preflight request (CORS), which servers before 21.11 do not answer. */
  protected override login(): Login {
    return { parameters: { user: this.address.user, password: this.password } };
  }

  /** To a page, an answer without CORS headers is none: servers before 22.10 leave them out if the login or the database is wrong. */
  protected override async explainSilence(cause: unknown): Promise<Error> {
    const { url, user, database } = this.address;
    if (await this.isAnswered({ database }))
      return new Error(`The connection to ${url} was interrupted: try again.`, { cause });
    if (await this.isAnswered({})) return this.databaseProblem();
    if (await isReachable(url)) {
      const needs = this.password === '' ? `${user} needs a password` : `this is not the password of ${user}`;
      const text = `ClickHouse at ${url} does not let this page read its answer: either ${needs}, or add_http_cors_header is not set.`;
      return new LoginProblem(text, { cause });
    }
    // The event that reports a policy violation comes shortly after the failure.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    if (!this.isForbidden()) return super.explainSilence(cause);
    const text = `The server of this page forbids requests to ${url}: add it to connect-src in its Content-Security-Policy.`;
    return new Error(text, { cause });
  }

  protected override loginProblem(): Error {
    const { url, user } = this.address;
    return new LoginProblem(
      this.password === ''
        ? `ClickHouse at ${url} asks for the password of ${user}.`
        : `ClickHouse at ${url} rejects this password of ${user}: check it, and the name of the user.`,
    );
  }

  private isAnswered(parameters: Readonly<Record<string, string>>): Promise<boolean> {
    return this.send('SELECT 1', parameters).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** The page cannot read the answer, but sees whether there is one. */
function isReachable(url: string): Promise<boolean> {
  return fetch(`${url}ping`, { mode: 'no-cors', credentials: 'omit' }).then(
    () => true,
    () => false,
  );
}
