// The five levels of detail.

import { LEVELS } from '../../model/levels.ts';
import { setLevel } from '../../state/navigation.ts';
import { LEVEL_COMMANDS } from '../commands.ts';
import { tooltip } from '../command.ts';
import { Segments } from '../primitives/Segments.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

const OPTIONS = LEVELS.map((level, index) => ({
  ...level,
  about: tooltip(LEVEL_COMMANDS[index], level.about),
}));

export function LevelSwitch() {
  const level = useAppState((state) => state.options.level);
  return <Segments label="Detail" className="levels" options={OPTIONS} value={level} onChange={setLevel} />;
}
