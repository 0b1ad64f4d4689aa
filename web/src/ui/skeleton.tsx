import { classNames } from './class-names.ts';

/**
 * Holds the place of something that is still loading. The region around it says so with aria-busy.
 * @param height in pixels, where the style sheet does not know it
 */
export function Skeleton({ className, height }: { className?: string; height?: number }) {
  return (
    <span
      aria-hidden="true"
      style={height === undefined ? undefined : { height }}
      className={classNames('breathe block rounded-md bg-sunken', className)}
    />
  );
}
