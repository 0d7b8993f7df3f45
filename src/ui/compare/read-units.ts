// Reads a number of requests or other units of work, as typed.

/** `1,000`, `1 000` and `1_000`, also with decimals. */
const GROUPED = /^\d{1,3}(?:[,_\s']\d{3})+(?:\.\d+)?$/;

/** Undefined unless the text is a number greater than zero. */
export function readUnits(text: string): number | undefined {
  const typed = text.trim();
  const units = Number(GROUPED.test(typed) ? typed.replaceAll(/[,_\s']/g, '') : typed);
  return units > 0 && Number.isFinite(units) ? units : undefined;
}
