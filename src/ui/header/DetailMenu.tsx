// The button that shows the level of detail, with a menu that explains all levels.

import { ChevronDown } from 'lucide-react';
import { labelOfLevel, LEVELS } from '../../model/levels.ts';
import { setLevel } from '../../state/view/navigation.ts';
import { keyName } from '../command.ts';
import { LEVEL_COMMANDS } from '../commands.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function DetailMenu() {
  const level = useAppState((state) => state.options.level);
  const entries = () =>
    LEVELS.map(({ name, label, about }, index) => ({
      label,
      about,
      key: keyName(LEVEL_COMMANDS[index].keys[0]),
      isChecked: name === level,
      run: () => setLevel(name),
    }));
  return (
    <MenuButton
      name="Detail"
      title="How much of the stacks is shown (1 to 5)"
      heading={null}
      groups={() => [entries()]}
      className="detail no-shrink"
      hasText
    >
      <span>
        <span className="detail-noun muted">Detail: </span>
        {labelOfLevel(level)}
      </span>
      <ChevronDown size={14} aria-hidden="true" />
    </MenuButton>
  );
}
