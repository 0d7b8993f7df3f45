// The page's policy: the browser takes no text as code or markup, and starts no script as a worker, but what the page's one
// Trusted Types policy allows (src/state/worker-scripts.ts). That the page itself works so is shown by every other test.

import { expect, start, test } from './page.ts';

test.use({ mayGoWrong: /Trusted|content security policy: (?:require-trusted-types-for|trusted-types)/i });

test('text is neither run nor read as HTML, and there is no second policy', async ({ page }) => {
  await start(page);
  const outcomes = await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src]');
    const own = script?.src ?? '';
    const element = document.createElement('div');
    const attempts: Record<string, () => unknown> = {
      'a worker from an address': () => new Worker(own, { type: 'module' }),
      'a worker from text': () =>
        new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))),
      'a script from an address': () => (document.createElement('script').src = own),
      HTML: () => (element.innerHTML = '<b>text</b>'),
      'another policy': () => createPolicy('another'),
      'the policy again': () => createPolicy('pyrograph'),
    };
    function createPolicy(name: string): unknown {
      const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
      return Reflect.apply(Reflect.get(Object(factory), 'createPolicy'), factory, [name, {}]);
    }
    return Object.entries(attempts).map(([what, attempt]) => {
      try {
        attempt();
        return `${what} is taken`;
      } catch (error) {
        return error instanceof TypeError ? `${what} is refused` : `${what}: ${String(error)}`;
      }
    });
  });
  expect(outcomes).toEqual([
    'a worker from an address is refused',
    'a worker from text is refused',
    'a script from an address is refused',
    'HTML is refused',
    'another policy is refused',
    'the policy again is refused',
  ]);
});
