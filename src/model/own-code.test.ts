import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { classify } from '../python/classify.ts';
import { ownCodeOf } from './own-code.ts';

function ownCode(drawing: string, event = 0) {
  return ownCodeOf(classify(profileOf(drawing)).profile, 0, event);
}

const guess = (drawing: string) => ownCode(drawing).folder;

const JSON_FILE = '/usr/lib/python3.13/json/decoder.py';
const NUMPY = '/home/ada/shop/.venv/lib/python3.13/site-packages/numpy/core.py';

test('the guess is the folder of the script', () => {
  expect(guess('py::<module>:/src/app.py;py::f:/src/app.py 1')).toBe('/src');
  expect(guess('py::<module>:/tmp/x.py 1')).toBe('/tmp');
  expect(guess('py::<module>:/home/ada/x.py 1')).toBe('/home/ada');
  expect(guess('py::<module>:script.py 1')).toBe('.');
  expect(guess('py::<module>:/script.py 1')).toBe('/');
});

test('the guess includes a project around the script', () => {
  expect(
    guess(`
      py::<module>:/home/ada/shop/bin/run.py;py::f:/home/ada/shop/api/orders.py 6
      py::<module>:/home/ada/shop/bin/run.py;py::f:/home/ada/shop/store/db.py 4
    `),
  ).toBe('/home/ada/shop');
  expect(
    guess(`py::<module>:/home/ada/shop/.venv/bin/gunicorn;py::f:${NUMPY};py::f:/home/ada/shop/app.py 1`),
  ).toBe('/home/ada/shop');
});

test('the guess does not extend to a home directory', () => {
  expect(
    guess(`
      py::<module>:/home/ada/shop/run.py 6
      py::<module>:/home/ada/shop/run.py;py::f:/home/ada/common/b.py 4
    `),
  ).toBe('/home/ada/shop');
});

test('the guess is a package run with -m', () => {
  expect(
    guess(`
      py::_run_code:<frozen runpy>;py::<module>:/home/ada/work/shop/__main__.py;py::f:/home/ada/work/shop/api/a.py 9
      py::_run_code:<frozen runpy>;py::<module>:/home/ada/work/shop/__main__.py;py::g:/home/ada/work/common/b.py 1
    `),
  ).toBe('/home/ada/work/shop');
});

test('the guess is the folder of the heaviest code if the script does nothing but start it', () => {
  expect(
    guess(`
      py::<module>:/usr/local/bin/serve 1
      py::<module>:/usr/local/bin/serve;py::f:/srv/shop/api/a.py 6
      py::<module>:/usr/local/bin/serve;py::g:/srv/shop/store/b.py 5
      py::_bootstrap:/usr/lib/python3.13/threading.py;py::h:/opt/agent/agent.py 1
    `),
  ).toBe('/srv/shop');
});

test('generated code is not own code, but the code of python -c is', () => {
  const generated = `py::<module>:/shop/app.py;py::dataclass:/usr/lib/python3.13/dataclasses.py;py::__init__:<string>`;
  expect(ownCode(`${generated} 9`).folders).toEqual([{ path: '/shop', share: 1 }]);
  expect(guess(`py::f:${NUMPY};py::__new__:<string> 1`)).toBeUndefined();
  expect(guess(`main;py::<module>:<string>;py::f:<string> 1`)).toBe('<string>');
});

test('without own code, there is no guess', () => {
  const none = { event: 0, folder: undefined, folders: [] };
  expect(ownCode(`main;py::f:${JSON_FILE} 1`)).toEqual(none);
  expect(ownCode('main;memcpy 1')).toEqual(none);
});

test('guesses by the number of functions if no sample has a weight', () => {
  expect(guess('py::f:/a/x.py;py::g:/b/y.py;py::h:/b/z.py 0')).toBe('/b');
});

test('the share of a folder counts each sample with its code on the stack once', () => {
  const app = 'py::main:/shop/app/main.py';
  const { folder, folders } = ownCode(`
    ${app};py::a:/shop/api/a.py;${app};py::a:/shop/api/a.py;memcpy 4
    ${app};py::f:${JSON_FILE} 3
    py::b:/shop/api/b.py 1
    py::t:/tools/t.py 1
    kworker 1
  `);
  expect(folder).toBe('/shop');
  expect(folders).toEqual([
    { path: '/shop', share: 0.8 },
    { path: '/shop/app', share: 0.7 },
    { path: '/shop/api', share: 0.5 },
    { path: '/tools', share: 0.1 },
  ]);
});

test('shares refer to the chosen event, but the guess is the same for all events', () => {
  const drawing = `
    t 1/1 | cycles | py::<module>:/shop/app.py 3
    t 1/1 | faults | py::<module>:/tools/t.py 3
    t 1/1 | faults | main 1
  `;
  expect(ownCode(drawing, 0).folder).toBe('/shop');
  expect(ownCode(drawing, 1)).toEqual({
    event: 1,
    folder: '/shop',
    folders: [
      { path: '/tools', share: 0.75 },
      { path: '/shop', share: 0 },
    ],
  });
});

test('lists at most 32 folders, including the guess', () => {
  const many = Array.from({ length: 40 }, (_, i) => `py::f:/p${i}/a.py ${i + 1}`).join('\n');
  const { folder, folders } = ownCode(`${many}\npy::<module>:/home/ada/run.py;py::f:/p39/a.py 1`);
  expect(folders).toHaveLength(32);
  expect(folders.map(({ path }) => path)).toContain(folder);
});
