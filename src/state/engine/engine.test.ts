import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_LEVEL } from '../../model/levels.ts';
import { isCanceled, PendingAnswers } from '../../async/answers.ts';
import { Engine } from './engine.ts';

const workers: FakeWorker[] = [];

/** A worker whose timeline requests are answered by the tests. */
class FakeWorker {
  readonly answers = new PendingAnswers();
  readonly timelines: ((answer: string) => void)[] = [];
  readonly session = {
    open: vi.fn(() => Promise.resolve('opened')),
    cancel: vi.fn(),
    prepare: vi.fn(),
    timeline: vi.fn(() => new Promise((resolve) => this.timelines.push(resolve))),
  };
  readonly end = vi.fn();

  constructor() {
    workers.push(this);
  }
}

// A function, because mocks are hoisted above the class.
vi.mock('./session-worker.ts', () => ({
  SessionWorker: function () {
    return new FakeWorker();
  },
}));

beforeEach(() => void workers.splice(0));

const question = { event: 0, level: DEFAULT_LEVEL, foldImports: true, columns: 1 };

async function engineWithRecording(): Promise<Engine> {
  const engine = new Engine({ progress: vi.fn(), preview: vi.fn() });
  expect(await engine.open([], [])).toBe('opened');
  engine.keep(1);
  return engine;
}

test('a newer request replaces the older one in the same slot', async () => {
  const engine = await engineWithRecording();
  const answers = ['a', 'a', 'b'].map((slot) => engine.ask(slot, 'timeline', question));
  await expect(answers[0]).rejects.toSatisfy(isCanceled);
  for (const [i, resolve] of workers[0].timelines.entries()) resolve(`answer ${i}`);
  expect(await Promise.all(answers.slice(1))).toEqual(['answer 1', 'answer 2']);
});

test('canceling a request reaches the worker and immediately rejects the answer', async () => {
  const engine = await engineWithRecording();
  const answer = engine.ask('a', 'timeline', question);
  engine.cancel('a');
  await expect(answer).rejects.toSatisfy(isCanceled);
  expect(workers[0].session.cancel).toHaveBeenCalledWith(0, 'a');
});

test('only pending requests are canceled in the worker', async () => {
  const engine = await engineWithRecording();
  const [answered, pending] = ['a', 'b'].map((slot) => engine.ask(slot, 'timeline', question));
  workers[0].timelines[0]('answer');
  await answered;
  engine.interrupt();
  await expect(pending).rejects.toSatisfy(isCanceled);
  expect(workers[0].session.cancel.mock.calls).toEqual([[0, 'b']]);
});

test('requests go to the recording that is being opened, until abandon is called', async () => {
  const engine = await engineWithRecording();
  const first = engine.ask('a', 'timeline', question);
  void engine.open([], []);
  await expect(first).rejects.toSatisfy(isCanceled);
  const second = engine.ask('a', 'timeline', question);
  expect(workers[1].timelines).toHaveLength(1);
  engine.abandon();
  await expect(second).rejects.toSatisfy(isCanceled);
  expect([workers[0].end, workers[1].end].map((end) => end.mock.calls.length)).toEqual([0, 1]);
  const third = engine.ask('a', 'timeline', question);
  workers[0].timelines.at(-1)?.('third');
  expect(await third).toBe('third');
});

test('a spare worker that crashed is not used', async () => {
  const engine = new Engine({ progress: vi.fn(), preview: vi.fn() });
  engine.prestartWorker(false);
  workers[0].answers.fail(new Error('no memory'));
  expect(await engine.open([], [])).toBe('opened');
  expect(workers).toHaveLength(2);
});

test('every request is canceled if no recording is open', async () => {
  const engine = await engineWithRecording();
  engine.end([1]);
  await expect(engine.ask('a', 'timeline', question)).rejects.toSatisfy(isCanceled);
});
