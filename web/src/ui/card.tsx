import type { HTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> }) {
  return <div {...rest} className={classNames('rounded-xl border border-line bg-surface shadow-card', className)} />;
}
