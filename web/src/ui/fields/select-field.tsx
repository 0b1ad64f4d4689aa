import type { SelectHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldProps } from './field.tsx';

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & FieldProps;

/** A native select element, which users of phones and screen readers know. */
export function SelectField({ label, problem, hint, className, children, ...rest }: Props) {
  return (
    <Field label={label} problem={problem} hint={hint} className={className}>
      {(tie) => (
        <select {...rest} {...tie} className={classNames(tie.className, 'h-11')}>
          {children}
        </select>
      )}
    </Field>
  );
}
