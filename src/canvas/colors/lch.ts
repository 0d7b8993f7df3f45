// CIE LCh(ab) as CSS `lch()` defines it: equal steps in lightness, chroma and hue look equally large.

/** D50, the reference white of CSS Lab (CSS Color 4, section 9). */
const WHITE = [0.96422, 1, 0.82521] as const;
/** XYZ relative to D50 → linear sRGB, Bradford-adapted (B. Lindbloom, "RGB/XYZ Matrices"). */
const TO_LINEAR_RGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** `#rrggbb`. Lightness 0–100, chroma 0 to about 130, hue in degrees; channels outside sRGB are clipped. */
export function lchToHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const y = (lightness + 16) / 116;
  const x = y + (chroma * Math.cos(angle)) / 500;
  const z = y - (chroma * Math.sin(angle)) / 200;
  const xyz = [x, y, z].map((value, i) => WHITE[i] * fromLab(value));
  const channels = TO_LINEAR_RGB.map((row) =>
    hexByte(gammaEncode(row.reduce((sum, m, i) => sum + m * xyz[i], 0))),
  );
  return `#${channels.join('')}`;
}

/** Inverse of Lab's cube root with a linear toe. */
function fromLab(t: number): number {
  return t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29);
}

/** Linear light → sRGB (IEC 61966-2-1), 0–1. */
function gammaEncode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function hexByte(channel: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, channel)) * 255);
  return byte.toString(16).padStart(2, '0');
}
