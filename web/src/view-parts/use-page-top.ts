import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far below the page's top this element begins, in pixels; whatever stands above it may grow or go. */
export function usePageTop(place: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setTop(element.getBoundingClientRect().top + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [place]);
  return top;
}
