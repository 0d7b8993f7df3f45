// Takes the view out of a link.

/** Keys that lead to a recording, or name it. */
const RECORDING_KEYS = /^(?:profileURL|profileIndex|title|profile|example|recording)=/;

/** The part of a link after the `#` without what leads to a recording, for a page that has one. */
export function viewPart(link: string): string {
  const fragment = link.slice(link.indexOf('#') + 1);
  return fragment
    .split('&')
    .filter((part) => part !== '' && !RECORDING_KEYS.test(part))
    .join('&');
}
