// Wall time by state, as a bar and a list, and who held the GIL meanwhile. Clicking a state finds its boxes.

import { kindSwatch, stateSwatch } from '../../canvas/colors/colors.ts';
import { Kind } from '../../model/kinds.ts';
import { NONE } from '../../model/profile.ts';
import { WAIT_STATES, type GilHolder, type StateWeight, type WallTime } from '../../model/wait-states.ts';
import { setQuery } from '../../state/view/navigation.ts';
import { formatDuration, formatNumberOf, formatShare } from '../../text/format.ts';
import { labelOf } from '../../text/labels.ts';
import { WAIT_HELP } from '../../text/wait-help.ts';
import { useTheme, useAppState, useRecording } from '../primitives/use-app-state.ts';
import { ShareHead, ShareList, ShareRow } from './ShareList.tsx';
import { FUNCTION_BUTTON_HELP } from './use-function-buttons.ts';
import './wall-time.css';

interface Props {
  readonly wall: WallTime;
  readonly title: string;
  /** What the shares mean. */
  readonly caption: string;
}

export function WallTimeList({ wall: { states, holders }, title, caption }: Props) {
  const theme = useTheme();
  const all = states.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const colorOf = (state: number) =>
    WAIT_STATES[state].leaf === '' ? kindSwatch(Kind.own, theme) : stateSwatch(state, theme);
  if (states.length === 0) return null;
  return (
    <>
      <ShareHead title={title} caption={caption} />
      <div className="cost-bar state-bar row" aria-hidden="true">
        {states.map(({ state, weight }) => (
          <span
            key={state}
            title={`${WAIT_STATES[state].title}: ${formatShare(weight / all)}`}
            style={{ flexGrow: weight / all, background: colorOf(state) }}
          />
        ))}
      </div>
      <ul className="share-list small" aria-label={title}>
        {states.map((each) => (
          <StateRow key={each.state} {...each} all={all} color={colorOf(each.state)} />
        ))}
      </ul>
      {holders.length > 0 && <Holders holders={holders} />}
    </>
  );
}

type StateRowProps = StateWeight & { readonly all: number; readonly color: string };

function StateRow({ state, weight, samples, longest, func, all, color }: StateRowProps) {
  const recording = useRecording();
  const { id, title, leaf } = WAIT_STATES[state];
  const { is, smaller } = WAIT_HELP[id];
  const query = useAppState('query');
  const isRunning = leaf === '';
  const place = func === NONE ? '' : ` in ${labelOf(recording, func).name}`;
  const cells = (
    <>
      <span className="swatch" style={{ background: color }} aria-hidden="true" />
      <span className="part-name ellipsis">{title}</span>
      <span className="number">{formatDuration(weight)}</span>
      <span className="number state-share">{formatShare(weight / all)}</span>
    </>
  );
  if (isRunning)
    return (
      <li className="share-row row" title={`${is}\n${smaller}`}>
        {cells}
      </li>
    );
  const isOn = query === leaf;
  return (
    <li>
      <button
        type="button"
        className="share-row row"
        aria-pressed={isOn}
        title={`${is}\nLess of it: ${smaller}\nClick to find its boxes.`}
        onClick={() => setQuery(isOn ? '' : leaf)}
      >
        {cells}
      </button>
      <p className="state-facts muted ellipsis">
        {`${formatNumberOf(samples, 'wait')}, longest ${formatDuration(longest)}${place}`}
      </p>
    </li>
  );
}

const MAX_HOLDERS = 6;

function Holders({ holders }: { readonly holders: readonly GilHolder[] }) {
  const recording = useRecording();
  const all = holders.reduce((sum, { waited }) => sum + waited, 0) || 1;
  return (
    <ShareList title="Who held the GIL" caption="of these waits">
      {holders.slice(0, MAX_HOLDERS).map(({ func, name, waited, preempted }) => {
        const facts = [
          `Others waited ${formatDuration(waited)} for the GIL meanwhile.`,
          ...(preempted > 0 ? [`For ${formatDuration(preempted)} of it, the holder waited for a CPU.`] : []),
          ...(func === NONE ? [] : [FUNCTION_BUTTON_HELP]),
        ];
        return (
          <ShareRow
            key={name}
            name={func === NONE ? name : labelOf(recording, func).name}
            share={waited / all}
            title={facts.join('\n')}
            {...(func !== NONE && { func, kind: recording.funcs.kind[func] })}
          />
        );
      })}
    </ShareList>
  );
}
