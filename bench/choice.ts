/** A part of the benchmark. */
export interface Part {
  readonly name: string;
  readonly groups: readonly string[];
}

/** The part or the group of this name, or all parts if it is undefined; throws if there is none. */
export function partsNamed<P extends Part>(parts: readonly P[], name: string | undefined): readonly P[] {
  if (name === undefined) return parts;
  const chosen = parts.filter((part) => part.name === name || part.groups.includes(name));
  if (chosen.length > 0) return chosen;
  const names = new Set([...parts.flatMap(({ groups }) => groups), ...parts.map((part) => part.name)]);
  throw new Error(
    `There is no part named ${name}; choose ${[...names].join(', ')}, or omit the part to run all of them.`,
  );
}
