import { expect, test } from 'vitest';
import { commOf } from './comm.ts';

test.each([
  [' python3 ', 'python3'],
  ['fifteen bytes..', 'fifteen bytes..'],
  ['ThreadPoolExecutor-0_1', 'ThreadPoolExecu'],
  ['fourteen bytesé', 'fourteen bytes'],
  ['thirteen byte€', 'thirteen byte'],
  ['a thread named x', 'a thread named'],
])('converts the thread name %j to the comm %j', (name, comm) => expect(commOf(name)).toBe(comm));
