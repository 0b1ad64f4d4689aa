import type { TextareaHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldProps } from './field.tsx';

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & FieldProps;

export function TextArea({ label, problem, hint, className, ...rest }: Props) {
  return (
    <Field label={label} problem={problem} hint={hint} className={className}>
      {(tie) => (
        <textarea
          {...rest}
          {...tie}
          className={classNames(tie.className, 'block min-h-40 resize-y py-2.5 placeholder:text-muted')}
        />
      )}
    </Field>
  );
}
