// Student's t distribution for any number of degrees of freedom from 1, including fractions: comparing.md, “Verdicts”.

/** Lanczos' approximation with g = 607/128 and 15 terms (P. Godfrey, 2001): relative error below 1e-14 for positive arguments. */
const LANCZOS_G = 607 / 128;
const LANCZOS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202,
  3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5, 0.0001580887032249125,
  -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639, 8.441822398385275e-5,
  -2.6190838401581408e-5, 3.6899182659531625e-6,
];

/** Keeps denominators of the continued fraction from becoming zero. */
const TINY = 1e-300;
const MAX_TERMS = 500;
const MAX_STEPS = 60;

/** The probability of a value beyond ±t. Accurate to about 12 digits, even in the tails. */
export function twoSidedP(t: number, df: number): number {
  return incompleteBeta(df / 2, 0.5, df / (df + t * t));
}

/** The t for which a value is beyond ±t with probability `p` (0 < p < 1). */
export function twoSidedQuantile(p: number, df: number): number {
  // Newton's method on ln P as a function of ln t, which is concave, so it converges from any start.
  const target = Math.log(p);
  const logScale = Math.log(2) - Math.log(df) / 2 - logBeta(df / 2, 0.5);
  let logT = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const t = Math.exp(logT);
    const logP = Math.log(twoSidedP(t, df));
    const logDensity = logScale - ((df + 1) / 2) * Math.log1p((t * t) / df);
    const change = (logP - target) / Math.exp(logDensity + logT - logP);
    logT += change;
    if (Math.abs(change) < 1e-15) break;
  }
  return Math.exp(logT);
}

/** The regularized incomplete beta function. */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const factor = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  if (x < (a + 1) / (a + b + 2)) return (factor * betaFraction(a, b, x)) / a;
  return 1 - (factor * betaFraction(b, a, 1 - x)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz's method (Numerical Recipes, 6.4). */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const coefficient of [even, odd]) {
      d = 1 / awayFromZero(1 + coefficient * d);
      c = awayFromZero(1 + coefficient / c);
      change = c * d;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) > TINY ? value : TINY;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

function logGamma(x: number): number {
  const sum = LANCZOS.reduce(
    (total, coefficient, i) => total + (i === 0 ? coefficient : coefficient / (x + i)),
    0,
  );
  const shifted = x + LANCZOS_G + 0.5;
  return (x + 0.5) * Math.log(shifted) - shifted + Math.log((Math.sqrt(2 * Math.PI) * sum) / x);
}
