import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export type FieldProps = {
  label: string;
  /** The error message for the value. */
  problem?: string | undefined;
  /** Shown while there is no error message. */
  hint?: string | undefined;
  className?: string | undefined;
};

/** The attributes that connect an input to its label and its note, and its classes. */
type Tie = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined; className: string };

/** A label above and a note below an input that the caller renders. */
export function Field({
  label,
  problem,
  hint,
  className,
  children,
}: FieldProps & { children: (tie: Tie) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
        className: classNames(
          'w-full rounded-lg border bg-surface px-3 text-base focus-visible:outline-offset-0 sm:text-sm',
          problem ? 'border-danger-solid' : 'border-edge',
        ),
      })}
      {note && (
        <p id={noteId} className={classNames('mt-1.5 text-sm', problem ? 'text-danger-ink' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
