// The lines of a tooltip that list the largest shares, each with its color.

interface ColoredShare {
  readonly label: string;
  /** A CSS background. */
  readonly color: string;
  /** From 0 to 1. */
  readonly share: number;
}

interface Props {
  readonly shares: readonly ColoredShare[];
  readonly max: number;
}

const MIN_SHARE = 0.01;

export function HeaviestShares({ shares, max }: Props) {
  const heaviest = shares
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, max);
  return (
    <>
      {heaviest.map(({ label, color, share }) => (
        <p key={label} className="row">
          <span className="swatch" style={{ background: color }} aria-hidden="true" />
          {label} {Math.round(share * 100)}%
        </p>
      ))}
    </>
  );
}
