import { classNames } from './class-names.ts';

const variants = {
  primary: 'bg-accent-solid text-white hover:bg-accent-hover shadow-card',
  outline: 'bg-surface text-ink border border-line hover:bg-sunken shadow-card',
  danger: 'bg-danger-solid text-white hover:bg-danger-hover shadow-card',
  'danger-outline': 'bg-surface text-danger-ink border border-danger-line hover:bg-danger-soft',
  quiet: 'text-ink hover:bg-sunken',
} as const;

const sizes = {
  small: 'h-8 px-3 text-sm',
  medium: 'h-9.5 px-4 text-sm',
  large: 'h-12 px-6 text-base',
  icon: 'size-9.5',
} as const;

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** The classes of buttons, and of links that look like buttons. */
export function buttonLook({ variant = 'primary', size = 'medium' }: ButtonLook): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
  );
}
