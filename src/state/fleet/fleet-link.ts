// The link to the Store screen, which lists the recordings of a store: `#store=NAME&service=…`. Its view is in the same link.

/** The link to the store that the page is served with; undefined if there is none. */
export function servedFleetLink(): string | undefined {
  const name = document.querySelector<HTMLMetaElement>('meta[name="pyrograph-store"]')?.content;
  return name === undefined ? undefined : `store=${encodeURIComponent(name)}`;
}
