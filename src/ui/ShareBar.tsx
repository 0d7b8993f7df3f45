// Two shares of the whole for the eye: total light, self strong, in the colour of the kind of code.

interface Props {
  /** From 0 to 1. */
  readonly self: number;
  readonly total: number;
  /** Undefined for what is of no kind. */
  readonly color: string | undefined;
}

export function ShareBar({ self, total, color = 'light-dark(var(--quiet), #70707a)' }: Props) {
  const width = (share: number) => `${100 * Math.min(1, share)}%`;
  return (
    <span role="presentation" className="row-bar" style={{ color }}>
      <span style={{ width: width(total) }} />
      <span style={{ width: width(self) }} />
    </span>
  );
}
