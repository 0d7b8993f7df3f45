import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SKIP_NOTE, WAIT_SPEC } from '../../fixtures/profiles.ts';
import { WAIT_STATES } from '../model/wait-states.ts';
import { WAIT_HELP } from '../text/wait-help.ts';
import { RUNTIME_LIBRARY } from './modules.ts';
import {
  LIBRARY_WAIT_ROWS,
  PYTHON_WAIT_ROWS,
  PYTHON_WINDOW,
  STANDARD_LIBRARY_FILE,
  WAIT_ROWS,
} from './waits.ts';

test.skipIf(!existsSync(WAIT_SPEC))(`the tables match the contract${SKIP_NOTE}`, () => {
  const contract: unknown = JSON.parse(readFileSync(WAIT_SPEC, 'utf8'));
  expect(contract).toMatchObject({
    window: PYTHON_WINDOW,
    standardLibrary: STANDARD_LIBRARY_FILE.source.replaceAll('\\/', '/'),
    runtimeLibrary: RUNTIME_LIBRARY.source,
    states: WAIT_STATES.map(({ isIdle: idle, ...state }) => ({ ...state, ...WAIT_HELP[state.id], idle })),
    rows: WAIT_ROWS.map(({ source, ...row }) => ({ ...row, of: source })),
    python: PYTHON_WAIT_ROWS.map(([state, rank, names, file]) =>
      state === 'ends' ? { names, file } : { state, rank, names, file },
    ),
    libraries: LIBRARY_WAIT_ROWS.map(([state, module, native]) =>
      native ? { state, module, native: true } : { state, module },
    ),
  });
});
