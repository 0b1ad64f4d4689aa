import { classNames } from './class-names.ts';

/** Holds the place of something that is still loading. The region around it says so with aria-busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('breathe block rounded-md bg-sunken', className)} />;
}
