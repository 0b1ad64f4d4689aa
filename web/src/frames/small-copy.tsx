import { useLayoutEffect, useRef } from 'react';

/** The card's picture, enlarged, instead of a frame that cannot be fetched now. */
export function SmallCopy({ of }: { of: HTMLImageElement }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    // Drawn on a canvas: the browser would revalidate its address with the server.
    canvas.current?.getContext('2d')?.drawImage(of, 0, 0);
  }, [of]);
  return (
    <figure className="absolute inset-0 bg-black">
      <canvas
        ref={canvas}
        role="img"
        aria-label="Small copy of the frame"
        width={of.naturalWidth}
        height={of.naturalHeight}
        className="absolute inset-0 size-full object-contain"
      />
      <figcaption
        role="status"
        className="absolute inset-x-4 bottom-4 mx-auto w-fit rounded-lg bg-caution-soft px-3 py-1 text-sm font-semibold text-caution-ink"
      >
        Small copy, from before the connection was lost
      </figcaption>
    </figure>
  );
}
