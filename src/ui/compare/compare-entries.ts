// The entries of the “Compare” menu in the current state.

import type { ComparedPart } from '../../model/comparison.ts';
import type { TimeRange } from '../../model/filter.ts';
import { threadKey } from '../../model/profile.ts';
import type { Recording, Timeline } from '../../model/session.ts';
import { compareParts, compareWith, swapSides } from '../../state/opening/comparing.ts';
import { stopComparing } from '../../state/opening/shown.ts';
import { compareFiles } from '../../state/opening/received.ts';
import { store } from '../../state/store.ts';
import { openNumbers } from '../../state/opening/switching.ts';
import type { MenuCommand, MenuEntry, MenuGroup } from '../primitives/MenuList.tsx';

/** Maximum number of open recordings in the menu itself. */
const MAX_LISTED = 4;

type Part = Partial<Omit<ComparedPart, 'recording'>>;

export function compareEntries(): readonly MenuGroup[] {
  const { recording, comparing, options, timeline } = store.getState();
  if (!recording) return [];
  if (comparing)
    return [
      [
        { label: 'Add recordings to A, the baseline…', run: () => addTo('a') },
        { label: 'Add recordings to B, the candidate…', run: () => addTo('b') },
        ...addOpenEntries('a'),
        ...addOpenEntries('b'),
      ],
      [
        { label: 'Swap A and B', run: swapSides },
        { label: 'Stop comparing', run: stopComparing },
      ],
    ];
  const other: MenuEntry = {
    label: 'With another recording…',
    about: 'This one is A, the baseline; the other one is B. Several are runs of B.',
    run: () => addTo('b'),
  };
  const { range, threads } = options;
  return [
    [other, ...compareOpenEntries()],
    [
      ...rangeEntries(recording, range, threads),
      ...threadEntries(keysByWeight(recording, timeline), recording, threads, range),
    ],
  ];
}

/** The other open recordings, to be added to a side. Files that a link leads to may have to be fetched again first. */
function openEntries(side: 'a' | 'b'): MenuCommand[] {
  const { opened, recordingNumber } = store.getState();
  const compared = opened.get(recordingNumber)?.compared ?? [recordingNumber];
  return openNumbers({ opened, recordingNumber }).flatMap((number) => {
    const entry = opened.get(number);
    if (!entry || entry.files.length === 0 || compared.includes(number)) return [];
    const { files, source, name } = entry;
    return [{ label: name, run: () => void compareWith({ [side]: [{ number, files, source }] }) }];
  });
}

function compareOpenEntries(): MenuEntry[] {
  const entries = openEntries('b');
  if (entries.length > MAX_LISTED) return [{ label: 'With an open recording', groups: [entries] }];
  return entries.map((entry) => ({ ...entry, label: `With “${entry.label}”` }));
}

function addOpenEntries(side: 'a' | 'b'): MenuEntry[] {
  const entries = openEntries(side);
  return entries.length > 0
    ? [{ label: `Add an open recording to ${side.toUpperCase()}`, groups: [entries] }]
    : [];
}

/** The keys of all threads, of those with samples the one with the largest weight first. */
function keysByWeight({ threadList }: Recording, timeline: Timeline | undefined): string[] {
  const lanes = [...(timeline?.lanes ?? [])].sort((a, b) => b.weight - a.weight);
  return [...new Set([...lanes, ...threadList].map(threadKey))];
}

function rangeEntries(
  { start, duration }: Recording,
  range: TimeRange | undefined,
  threads: ComparedPart['threads'],
): MenuEntry[] {
  if (!(duration > 0)) return [];
  const end = start + duration;
  const compared = (a: TimeRange, b: TimeRange) => () =>
    void compareParts({ range: a, threads }, { range: b, threads });
  if (!range) {
    const middle = start + Math.round(duration / 2);
    return [
      {
        label: 'The first half with the second',
        about: 'Then change the time range of each side.',
        run: compared({ from: start, to: middle }, { from: middle, to: end }),
      },
    ];
  }
  const before = { from: start, to: range.from };
  const after = { from: range.to, to: end };
  return [
    ...(before.to > before.from
      ? [{ label: 'The selected time with the time before', run: compared(before, range) }]
      : []),
    ...(after.to > after.from
      ? [{ label: 'The selected time with the time after', run: compared(range, after) }]
      : []),
  ];
}

/** `keys` are those of the threads. */
function threadEntries(
  keys: readonly string[],
  { threadList }: Recording,
  threads: ComparedPart['threads'],
  range: TimeRange | undefined,
): MenuEntry[] {
  if (keys.length < 2) return [];
  const rowsOf = (key: string) => [...threadList.keys()].filter((row) => threadKey(threadList[row]) === key);
  const compared = (a: Part, b: Part) => () => void compareParts({ range, ...a }, { range, ...b });
  const chosen = keys.filter((key) => threads?.includes(rowsOf(key)[0]));
  const isPart = chosen.length > 0 && chosen.length < keys.length;
  if (!isPart || chosen.length === 2) {
    const [first, second] = isPart ? chosen : keys;
    const run = compared({ threads: rowsOf(first) }, { threads: rowsOf(second) });
    return isPart
      ? [{ label: 'The two selected threads', run }]
      : [{ label: 'The two busiest threads', about: 'Then choose the threads of each side.', run }];
  }
  const others = keys.filter((key) => !chosen.includes(key)).flatMap(rowsOf);
  return [{ label: 'The selected threads with the others', run: compared({ threads }, { threads: others }) }];
}

/** Lets the user choose files with recordings of a side. */
function addTo(side: 'a' | 'b'): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => void compareFiles([...(input.files ?? [])], side));
  input.click();
}
