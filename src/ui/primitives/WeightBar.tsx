// Shows total weight as a light bar and self weight as a strong bar, in the color of the kind of code.

interface Props {
  /** Shares, 0 to 1. */
  readonly self: number;
  readonly total: number;
  /** Undefined for rows without a kind. */
  readonly color: string | undefined;
}

export function WeightBar({ self, total, color = 'light-dark(var(--quiet), #70707a)' }: Props) {
  const width = (share: number) => `${100 * Math.min(1, share)}%`;
  return (
    <span role="presentation" className="row-bar relative" style={{ color }}>
      <span style={{ width: width(total) }} />
      <span style={{ width: width(self) }} />
    </span>
  );
}
