// A button that shows only an icon. Its label is shown as a tooltip and read by screen readers.

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly size?: number;
}

export function IconButton({ Icon, label, size = 16, ...rest }: Props) {
  return (
    <button type="button" className="quiet" aria-label={label} title={label} {...rest}>
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}
