import { IconMenu2, IconX } from '@tabler/icons-react';
import type { Ref } from 'react';

type Props = { open: boolean; controls: string; onClick: () => void; ref: Ref<HTMLButtonElement> };

/** On narrow screens, where the links have no room beside each other. */
export function MenuButton({ open, controls, onClick, ref }: Props) {
  const Icon = open ? IconX : IconMenu2;
  return (
    <button
      ref={ref}
      type="button"
      aria-label="Menu"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onClick}
      className="-ml-2 grid size-9.5 place-items-center rounded-lg text-ink hover:bg-sunken md:hidden"
    >
      <Icon size="1.4rem" stroke={1.75} aria-hidden="true" />
    </button>
  );
}
