import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../fixtures/until.ts';
import { isCanceled } from '../src/async/answers.ts';
import { Scheduler, type Pause } from './scheduler.ts';

const timer = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Three slices of work, each noted in `log`. */
async function threeSlices(name: string, log: string[], pause: Pause): Promise<string> {
  for (let slice = 1; slice <= 3; slice++) {
    log.push(`${name}${slice}`);
    await pause();
  }
  return name;
}

/** Requests arrive as in the worker: all messages are waiting before the first is handled. */
async function sendRequests(slots: readonly string[], work: (request: string) => Promise<string>) {
  const scheduler = new Scheduler();
  const { port1, port2 } = new MessageChannel();
  const answers: Promise<string>[] = [];
  const allArrived = new Promise<void>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const request = `${data} ${answers.length + 1}`;
      answers.push(scheduler.run(data, () => work(request)));
      if (answers.length === slots.length) resolve();
    });
  });
  for (const slot of slots) port2.postMessage(slot);
  port1.start();
  await allArrived;
  const settled = await Promise.allSettled(answers);
  port1.close();
  return settled.map((each) =>
    each.status === 'fulfilled' ? each.value : isCanceled(each.reason) ? 'canceled' : each.reason,
  );
}

describe('the newest request of a slot wins', () => {
  test('waiting requests that were replaced never run', async () => {
    const started: string[] = [];
    const answers = await sendRequests(['view', 'view', 'table', 'view', 'table', 'view'], (request) => {
      started.push(request);
      return Promise.resolve(request);
    });
    expect(started).toEqual(['table 5', 'view 6']);
    expect(answers).toEqual(['canceled', 'canceled', 'canceled', 'canceled', 'table 5', 'view 6']);
  });

  test('sliced work stops at the pause after a newer request', async () => {
    const scheduler = new Scheduler();
    const log: string[] = [];
    let second: Promise<string> | undefined;
    const first = scheduler.run('view', (pause) => {
      const work = threeSlices('a', log, pause);
      second = scheduler.run('view', () => Promise.resolve('b'));
      return work;
    });
    await expect(first).rejects.toSatisfy(isCanceled);
    expect([await second, log]).toEqual(['b', ['a1']]);
  });

  test('work without pauses rejects after a newer request', async () => {
    const scheduler = new Scheduler();
    let finish = () => {};
    const work = new Promise<string>((resolve) => (finish = () => resolve('old')));
    let hasStarted = false;
    const first = scheduler.run('search', () => {
      hasStarted = true;
      return work;
    });
    await until(() => hasStarted);
    const second = scheduler.run('search', () => Promise.resolve('new'));
    finish();
    await expect(first).rejects.toSatisfy(isCanceled);
    expect(await second).toBe('new');
  });

  test('requests in different slots do not affect each other', async () => {
    const scheduler = new Scheduler();
    const log: string[] = [];
    const slots = ['A tree', 'B tree'];
    const answers = slots.map((slot) => scheduler.run(slot, (pause) => threeSlices(slot, log, pause)));
    expect(await Promise.all(answers)).toEqual(slots);
    expect(log).toHaveLength(6);
  });
});

describe('canceling', () => {
  test('prevents a waiting request from running', async () => {
    const scheduler = new Scheduler();
    const work = vi.fn(() => Promise.resolve());
    const answer = scheduler.run('view', work);
    scheduler.cancel('view');
    await expect(answer).rejects.toSatisfy(isCanceled);
    expect(work).not.toHaveBeenCalled();
  });

  test('stops sliced work at its next pause, and the slot can be used again', async () => {
    const scheduler = new Scheduler();
    const log: string[] = [];
    const answer = scheduler.run('view', async (pause) => {
      await threeSlices('a', log, async () => {
        scheduler.cancel('view');
        await pause();
      });
    });
    await expect(answer).rejects.toSatisfy(isCanceled);
    expect(log).toEqual(['a1']);
    expect(await scheduler.run('view', (pause) => threeSlices('b', log, pause))).toBe('b');
  });

  test('has no effect on an empty slot', async () => {
    const scheduler = new Scheduler();
    scheduler.cancel('view');
    expect(await scheduler.run('view', () => Promise.resolve(1))).toBe(1);
  });
});

describe('time slices', () => {
  test('a request that arrives during sliced work completes before that work continues', async () => {
    const scheduler = new Scheduler();
    const log: string[] = [];
    const sliced = scheduler.run('tree', (pause) => threeSlices('a', log, pause));
    const short = scheduler.run('details', async () => {
      await timer(5);
      log.push('details');
    });
    await Promise.all([sliced, short]);
    expect(log).toEqual(['a1', 'details', 'a2', 'a3']);
  });

  test('two sliced requests alternate', async () => {
    const scheduler = new Scheduler();
    const log: string[] = [];
    await Promise.all(
      ['a', 'b'].map((name) => scheduler.run(name, (pause) => threeSlices(name, log, pause))),
    );
    for (const slice of ['1', '2', '3']) {
      const round = log.splice(0, 2);
      expect(round.toSorted()).toEqual([`a${slice}`, `b${slice}`]);
    }
  });

  test('an error rejects only its own request and blocks no others', async () => {
    const scheduler = new Scheduler();
    const log: string[] = [];
    const sliced = scheduler.run('tree', (pause) => threeSlices('a', log, pause));
    await expect(scheduler.run('table', () => Promise.reject(new Error('no memory')))).rejects.toThrow(
      'no memory',
    );
    expect(await sliced).toBe('a');
    await expect(
      scheduler.run('table', () => {
        throw new Error('no memory');
      }),
    ).rejects.toThrow('no memory');
  });
});

describe('background work', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Lets messages arrive and timers that are due fire: hardly any time passes. */
  async function untilLogged(log: readonly string[], count: number): Promise<void> {
    for (let turn = 0; turn < 1000 && log.length < count; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (turn % 20 === 19) await vi.advanceTimersByTimeAsync(1);
    }
  }

  test('starts after 300 ms without a request, and runs to its end', async () => {
    const log: string[] = [];
    const steps = ['x', 'y'];
    const scheduler = new Scheduler(() => {
      const name = steps.shift();
      return name === undefined ? undefined : (pause) => threeSlices(name, log, pause);
    });
    for (let request = 1; request <= 3; request++) {
      await vi.advanceTimersByTimeAsync(299);
      await scheduler.run('view', () => Promise.resolve());
      expect(log).toEqual([]);
    }
    await vi.advanceTimersByTimeAsync(300);
    await untilLogged(log, 6);
    expect(log).toEqual(['x1', 'x2', 'x3', 'y1', 'y2', 'y3']);
  });

  test('is interrupted by a request at its next pause, and its next step is delayed', async () => {
    const log: string[] = [];
    const steps = ['x', 'y'];
    const request = () => scheduler.run('view', () => Promise.resolve(log.push('request')));
    const scheduler = new Scheduler(() => {
      const name = steps.shift();
      if (name === undefined) return undefined;
      return (pause) => {
        const work = threeSlices(name, log, pause);
        if (name === 'x') void request();
        return work;
      };
    });
    await request();
    await vi.advanceTimersByTimeAsync(300);
    const interrupted = ['request', 'x1', 'request', 'x2', 'x3'];
    await untilLogged(log, interrupted.length);
    expect(log).toEqual(interrupted);
    await vi.advanceTimersByTimeAsync(200);
    expect(log).toEqual(interrupted);
    await vi.advanceTimersByTimeAsync(200);
    await untilLogged(log, interrupted.length + 3);
    expect(log).toEqual([...interrupted, 'y1', 'y2', 'y3']);
  });

  test('continues after a failed step', async () => {
    const log: string[] = [];
    const steps = [() => Promise.reject(new Error('no memory')), () => Promise.resolve(log.push('second'))];
    const scheduler = new Scheduler(() => steps.shift());
    await scheduler.run('view', () => Promise.resolve());
    await vi.advanceTimersByTimeAsync(300);
    await untilLogged(log, 1);
    expect(log).toEqual(['second']);
  });
});
