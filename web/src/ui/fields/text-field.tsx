import type { InputHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldProps } from './field.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & FieldProps;

export function TextField({ label, problem, hint, className, ...rest }: Props) {
  return (
    <Field label={label} problem={problem} hint={hint} className={className}>
      {(tie) => <input {...rest} {...tie} className={classNames(tie.className, 'h-11 placeholder:text-muted')} />}
    </Field>
  );
}
