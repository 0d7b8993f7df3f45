import { hcl } from 'd3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lchToHex } from './lch.ts';

test('colors match HCL in d3, inside and outside the gamut', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 130, noNaN: true }),
      fc.double({ min: -360, max: 720, noNaN: true }),
      (lightness, chroma, hue) => {
        // Black and white have no hue in d3.
        fc.pre(lightness > 0 && lightness < 100);
        expect(lchToHex(lightness, chroma, hue)).toBe(hcl(hue, chroma, lightness).formatHex());
      },
    ),
  );
});

test('the ends of the scale are black and white', () => {
  expect(lchToHex(0, 0, 0)).toBe('#000000');
  expect(lchToHex(100, 0, 0)).toBe('#ffffff');
});
