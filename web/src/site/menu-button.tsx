import { IconMenu2, IconX } from '@tabler/icons-react';
import type { Ref } from 'react';

type Props = { open: boolean; controls: string; onClick: () => void; ref: Ref<HTMLButtonElement> };

/** Opens the links on narrow screens, where they do not fit into one line. */
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
