import { type InputHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  /** What is wrong with the value, in words for this field. */
  problem?: string | undefined;
  hint?: string;
};

export function TextField({ label, problem, hint, className, ...rest }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={classNames(
          'h-11 w-full rounded-lg border bg-surface px-3 text-base placeholder:text-muted sm:text-sm',
          'focus-visible:outline-offset-0',
          problem ? 'border-danger-solid' : 'border-edge',
        )}
      />
      {note && (
        <p id={noteId} className={classNames('mt-1.5 text-sm', problem ? 'text-danger-ink' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
