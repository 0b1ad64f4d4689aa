import { type SelectHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';

export type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  label: string;
  /** What is wrong with the choice, in words for this field. */
  problem?: string | undefined;
};

/** The browser's own list: it is what a phone's and a screen reader's user knows. */
export function SelectField({ label, problem, className, children, ...rest }: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? noteId : undefined}
        className={classNames(
          'h-11 w-full rounded-lg border bg-surface px-3 text-base sm:text-sm',
          'focus-visible:outline-offset-0',
          problem ? 'border-danger-solid' : 'border-edge',
        )}
      >
        {children}
      </select>
      {problem && (
        <p id={noteId} className="mt-1.5 text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
