import { expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { ALL_SAMPLES } from '../model/session.ts';
import { classify } from '../python/classify.ts';
import { overviewMarkdown } from './overview-markdown.ts';

test('the overview as Markdown names the recording and lists functions; names are code', () => {
  const recording = recordingOf(classify(profileOf('py::f:/app/a.py 3')).profile, { name: 'app *1*.perf' });
  const text = overviewMarkdown(recording, {
    options: { level: 'python-c', event: 0, foldImports: true, ...ALL_SAMPLES },
    weight: 4,
    samples: 4,
    kinds: new Float64Array(0),
    scope: 'own',
    functions: [{ id: 0, weight: 3, self: 1, total: 4 }],
    packages: [],
    imports: [],
    notable: [],
    costs: [],
  });
  expect(text.split('\n')[0]).toMatch(/^\*\*`app \*1\*\.perf`\*\*: .*4 samples$/);
  expect(text).toContain('| 75.0% | 25.0% | 100.0% | `f` | `/app/a.py` |');
});
