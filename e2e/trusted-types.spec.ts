// Checks that nothing except the page's Trusted Types policy (src/state/worker-scripts.ts) can run text as code, parse it as markup
// or start a worker. All other tests show that the page works with this policy.

import { expect, start, test } from './page.ts';

test.use({ expectedErrors: /Trusted|content security policy: (?:require-trusted-types-for|trusted-types)/i });

test('text is neither run nor parsed as HTML, and no second policy can be created', async ({ page }) => {
  await start(page);
  const outcomes = await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src]');
    const own = script?.src ?? '';
    const element = document.createElement('div');
    const attempts: Record<string, () => unknown> = {
      'a worker from a URL': () => new Worker(own, { type: 'module' }),
      'a worker from text': () =>
        new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))),
      'a script from a URL': () => (document.createElement('script').src = own),
      HTML: () => (element.innerHTML = '<b>text</b>'),
      'a different policy': () => createPolicy('another'),
      'a second copy of the policy': () => createPolicy('pyrograph'),
    };
    function createPolicy(name: string): unknown {
      const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
      return Reflect.apply(Reflect.get(Object(factory), 'createPolicy'), factory, [name, {}]);
    }
    return Object.entries(attempts).map(([action, attempt]) => {
      try {
        attempt();
        return `${action} is allowed`;
      } catch (error) {
        return error instanceof TypeError ? `${action} is refused` : `${action}: ${String(error)}`;
      }
    });
  });
  expect(outcomes).toEqual([
    'a worker from a URL is refused',
    'a worker from text is refused',
    'a script from a URL is refused',
    'HTML is refused',
    'a different policy is refused',
    'a second copy of the policy is refused',
  ]);
});
