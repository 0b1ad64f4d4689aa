import { classNames } from './class-names.ts';

/** A placeholder for content that is loading. The region around it has aria-busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('breathe block rounded-md bg-sunken', className)} />;
}
