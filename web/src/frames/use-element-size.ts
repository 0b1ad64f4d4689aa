import { useLayoutEffect, useState } from 'react';
import type { Size } from './zoom.ts';

/** The size of an element before transforms, in pixels; null before it was measured. */
export function useElementSize(element: HTMLElement): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
