// Opens the recordings of a store that a link selects: merged into one, or compared with each other.

import type { FleetSource } from '../../store/fleet-source.ts';
import { evenlySpread } from '../../model/lists.ts';
import { reasonOf } from '../../text/format.ts';
import type { Link } from '../opening/linked-recordings.ts';
import { openFiles } from '../opening/opening.ts';
import { download } from '../opening/shown.ts';
import { openingOf, store } from '../store.ts';
import { fleetSource } from './fleet-sources.ts';
import { MAX_COMPARED, readFleetView, selectionLink } from './fleet-view.ts';

const { setState } = store;

/** `link` has a store and at least one selection. */
export async function openStored(link: Link): Promise<void> {
  const { stored, source, address, fleet = '' } = link;
  const signal = download.begin();
  setState({ offered: undefined, problem: undefined, opening: openingOf(stored.map(titleOf)) });
  try {
    const { store: name } = readFleetView(fleet);
    const from = fleetSource(name);
    const [a, b] = stored;
    if (b === undefined) {
      const file = await from.profile(a, titleOf(a), signal);
      if (!signal.aborted) await openFiles([file], { link: { source, address } });
      return;
    }
    const [first, ...others] = await filesOf(from, name, a, signal);
    const added = { a: others, b: await filesOf(from, name, b, signal) };
    if (signal.aborted) return;
    await openFiles(first.files, {
      link: { source: first.source, address: {} },
      compared: { added, link: { source, address } },
    });
  } catch (error) {
    if (signal.aborted) return;
    download.stop();
    setState({ opening: undefined, problem: { text: reasonOf(error) } });
  }
}

interface StoredFile {
  readonly files: readonly File[];
  /** The link to this recording. */
  readonly source: string;
}

/** The selected recordings, one file each. */
async function filesOf(
  from: FleetSource,
  name: string,
  conditions: string,
  signal: AbortSignal,
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const { id } of evenlySpread(await from.recordings(conditions), MAX_COMPARED)) {
    signal.throwIfAborted();
    const one = `${conditions}&id=${id}`;
    const file = await from.profile(one, titleOf(conditions), signal);
    files.push({ files: [file], source: selectionLink(name, [one]) });
  }
  return files;
}

/** The values of the conditions, without the ID: `shop 1.4`. */
function titleOf(conditions: string): string {
  const values = conditions.split('&').flatMap((part) => {
    const [key, value = ''] = part.split('=');
    return key === 'id' || key === 'until' ? [] : [decodeURIComponent(value).replace('T', ' ')];
  });
  return values.filter((value) => value !== '').join(' ') || 'All recordings';
}
