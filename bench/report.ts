// Reports the results of a run: prints them, and writes JSON for comparing two runs.

export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
}

export interface Row {
  /** The same in every run, because it identifies the row. */
  readonly name: string;
  /** The target applies to the first figure. */
  readonly figures: readonly [Figure, ...Figure[]];
  readonly maxValue?: number;
  readonly minValue?: number;
}

/** The JSON of a run: one entry per row, in the order measured, with its figures by `LABEL (UNIT)`. */
export interface Results {
  readonly rows: readonly RowResult[];
}

interface RowResult {
  readonly group: string;
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly target: string;
  readonly isMet: boolean;
}

export class Report {
  readonly #rows: RowResult[] = [];
  readonly #earlier: Results | undefined;

  /** `earlier` is printed next to the figures of this run. */
  constructor(earlier: Results | undefined) {
    this.#earlier = earlier;
  }

  add(group: string, rows: readonly Row[]): void {
    process.stdout.write(`\n${group}\n`);
    for (const row of rows) {
      const result = { group, ...resultOf(row) };
      this.#rows.push(result);
      process.stdout.write(`  ${this.#line(row, result)}\n`);
    }
  }

  /** One row per line, so that a line diff shows what changed. */
  toJson(): string {
    return `{ "rows": [\n${this.#rows.map((row) => JSON.stringify(row)).join(',\n')}\n] }\n`;
  }

  #line({ figures }: Row, { group, name, target, isMet }: RowResult): string {
    const before = this.#earlier?.rows.find((row) => row.group === group && row.name === name)?.figures;
    const texts = figures.map((figure) => {
      const earlier = before?.[keyOf(figure)];
      const was = earlier === undefined ? '' : ` (was ${format(earlier)})`;
      return `${figure.label} ${format(figure.value)} ${figure.unit}${was}`;
    });
    return `${isMet ? 'met   ' : 'MISSED'}  ${name}: ${texts.join(', ')}; target ${target}`;
  }
}

export function medianAndSpread(values: readonly number[], unit: string): readonly [Figure, Figure, Figure] {
  return [
    { label: 'median', value: median(values), unit },
    { label: 'min', value: Math.min(...values), unit },
    { label: 'max', value: Math.max(...values), unit },
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function resultOf({
  name,
  figures,
  maxValue = Infinity,
  minValue = -Infinity,
}: Row): Omit<RowResult, 'group'> {
  const [{ value, unit }] = figures;
  return {
    name,
    figures: Object.fromEntries(
      figures.map((figure) => [keyOf(figure), Number(figure.value.toPrecision(4))]),
    ),
    target: maxValue < Infinity ? `≤ ${maxValue} ${unit}` : `≥ ${minValue} ${unit}`,
    isMet: value <= maxValue && value >= minValue,
  };
}

function keyOf({ label, unit }: Figure): string {
  return `${label} (${unit})`;
}

/** About three significant digits. */
function format(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
