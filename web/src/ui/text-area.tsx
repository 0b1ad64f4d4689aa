import { type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';

export type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string;
  /** What is wrong with the value, in words for this field. */
  problem?: string | undefined;
};

export function TextArea({ label, problem, className, ...rest }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? noteId : undefined}
        className={classNames(
          'block min-h-40 w-full resize-y rounded-lg border bg-surface px-3 py-2.5 text-base placeholder:text-muted sm:text-sm',
          'focus-visible:outline-offset-0',
          problem ? 'border-danger-solid' : 'border-edge',
        )}
      />
      {problem && (
        <p id={noteId} className="mt-1.5 text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
