// The colors of what threads wait for. States of a group have similar hues: locks are red, input and output are blue.

import { groupOfState, WAIT_GROUPS, WAIT_STATES, type WaitGroup } from '../../model/wait-states.ts';
import { lchToHex } from './lch.ts';

type Theme = 'light' | 'dark';

/** Lightness, chroma and hue. Chosen so that no two groups look alike, even with color blindness of any kind. */
const GROUP_COLORS: Readonly<Record<Theme, Readonly<Record<WaitGroup, readonly [number, number, number]>>>> =
  {
    light: {
      cpu: [84, 47, 87],
      contention: [63, 57, 34],
      thread: [72, 47, 317],
      timer: [81, 28, 172],
      io: [57, 44, 278],
      idle: [93, 2, 270],
      other: [67, 2, 270],
    },
    dark: {
      cpu: [45, 45, 84],
      contention: [36, 49, 30],
      thread: [27, 49, 312],
      timer: [30, 32, 205],
      io: [41, 53, 264],
      idle: [24, 2, 270],
      other: [41, 2, 270],
    },
  };

/** Degrees of hue that the states of a group span. */
const HUE_RANGE: Readonly<Partial<Record<WaitGroup, number>>> = { contention: 30, io: 60 };

/** `state` is an index into WAIT_STATES. */
export function stateColor(state: number, theme: Theme): string {
  const { group } = WAIT_STATES[state];
  const [lightness, chroma, hue] = GROUP_COLORS[theme][group];
  const states = WAIT_STATES.filter((each) => each.group === group);
  const position = states.indexOf(WAIT_STATES[state]) / Math.max(1, states.length - 1) - 0.5;
  return lchToHex(lightness, chroma, hue + position * (HUE_RANGE[group] ?? 0));
}

/** The colors of WAIT_GROUPS, in order. */
export function groupColors(theme: Theme): string[] {
  return WAIT_GROUPS.map(({ id }) => lchToHex(...GROUP_COLORS[theme][id]));
}

/** True for a state whose boxes are hatched: the thread could run, so it is not a wait like others. */
export function isHatched(state: number): boolean {
  return WAIT_GROUPS[groupOfState(state)].id === 'cpu';
}
