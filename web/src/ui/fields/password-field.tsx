import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';
import type { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type'>;

/** A password, with a button that shows what was typed. */
export function PasswordField({ label, problem, hint, className, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Field label={label} problem={problem} hint={hint} className={className}>
      {(tie) => (
        <span className="relative block">
          <input
            {...rest}
            {...tie}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(tie.className, 'h-11 pr-11')}
          />
          <button
            type="button"
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            // The caret stays in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1 grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon size="1.25rem" stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}
