import { useEffect } from 'react';
import { tabIcon } from './tab-icon.ts';

const link = () => document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');

/** Shows the count of active threats in the tab's icon; restores the icon when it unmounts. */
export function CountingTabIcon({ count, blind }: { count: number; blind: boolean }) {
  const icon = tabIcon({ count, blind });
  // Browsers redraw the tab for every new icon, so it changes only when it looks different.
  useEffect(() => {
    const element = link();
    if (!element) return undefined;
    const before = element.href;
    element.href = icon;
    return () => {
      element.href = before;
    };
  }, [icon]);
  return null;
}
