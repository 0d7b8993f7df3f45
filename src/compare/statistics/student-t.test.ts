// Compares Student's t distribution with values computed to 40 digits (mpmath 1.3.0).

import { describe, expect, test } from 'vitest';
import { twoSidedP, twoSidedQuantile } from './student-t.ts';

describe('the probability of a larger |t|', () => {
  test.each([
    [0, 5, 1],
    [1e-3, 30, 0.9992087357664851],
    [0.5, 1, 0.7048327646991335],
    [2, 1, 0.2951672353008665],
    [2.5, 3.7, 0.07182202291182677],
    [-1.3, 11, 0.22018126269984195],
    [25, 6.25, 1.6781526585947367e-7],
    [3, 1000, 0.0027667090442381925],
    [10, 30, 4.575251408229613e-11],
    [40, 30, 1.3726045194406403e-27],
  ])('of %d with %d degrees of freedom', (t, df, p) => {
    expect(Math.abs(twoSidedP(t, df) / p - 1)).toBeLessThan(1e-12);
  });
});

describe('the |t| that is exceeded', () => {
  test.each([
    [0.05, 1, 12.706204736174705],
    [0.05, 2.3, 3.807163208232132],
    [0.05, 11, 2.2009851600916397],
    [0.05, 30, 2.042272456301238],
    [0.05, 1000, 1.9623390808264085],
    [0.01, 1, 63.65674116287158],
    [0.01, 7, 3.4994832973504937],
    [0.5, 4, 0.7406970841126826],
  ])('with probability %d and %d degrees of freedom', (p, df, t) => {
    expect(Math.abs(twoSidedQuantile(p, df) / t - 1)).toBeLessThan(1e-12);
  });
});
