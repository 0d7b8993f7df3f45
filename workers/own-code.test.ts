// Guesses the folder of the user's own code in recordings of real programs.

import { expect, test } from 'vitest';
import { bytesAt, filesIn, HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { openProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import { Views } from './views.ts';

const TEXT = 'expected.perf.gz';
/** Without Python functions, or only with those of installed packages (`python -m pylint`). */
const NO_OWN_CODE: Readonly<Record<string, string>> = {
  'fp-plain': TEXT,
  'jit-big': 'expected.perf.zst',
  'deep-whole': 'pylint.perf.gz',
};
const FOLDERS: Readonly<Record<string, string>> = {
  'fp-deep': '/src',
  'fp-events': '/src',
  'fp-partial': '/src',
  'fp-script': '/src',
  'fp-syswide': '/src',
  'fp-workers': '/src',
  'fp3.15-visitors': '/tmp/mendrec',
  'fp3.15-workers': '/src',
  'jit-aio': '/src',
  'jit-numeric': '/src',
  'jit-script': '/src',
  'jit-smalldump': '/src',
  'jit-workers': '/src',
  'jit3.14-aio': '/src',
  'nofp-dwarf': '/src',
  'nofp-fp': '/src',
  'odd-names': '/w',
  rules: '/app',
};

async function ownCodeIn(folder: string, file: string) {
  const outcome = await openProfile([sourceOf(bytesAt(folder, file), file)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const unused = () => Promise.reject(new Error('Own code is not a search'));
  const views = new Views(outcome.value, { match: unused, search: unused });
  return views.ownCode({ event: outcome.value.recording.defaultEvent });
}

test.skipIf(!HAS_PROFILES).each(Object.entries(FOLDERS))(
  `the own code of %s is in %s${SKIP_NOTE}`,
  async (folder, path) => {
    const own = await ownCodeIn(folder, TEXT);
    expect(own.folder).toBe(path);
    expect(own.folders[0].path).toBe(path);
  },
);

test.skipIf(!HAS_PROFILES)(
  `a program moved to another folder has its own code there${SKIP_NOTE}`,
  async () => {
    for (const file of filesIn('pairs').filter((name) => /^(?:otherpath|service)-1\.perf/.test(name)))
      expect((await ownCodeIn('pairs', file)).folder).toBe(
        file.startsWith('otherpath') ? '/home/ci/checkout' : '/opt/appA',
      );
  },
);

test.skipIf(!HAS_PROFILES).each(Object.entries(NO_OWN_CODE))(
  `%s has no own code${SKIP_NOTE}`,
  async (folder, file) => {
    expect(await ownCodeIn(folder, file)).toMatchObject({ folder: undefined, folders: [] });
  },
);
