import { IconKeyboard } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { modalIn } from '../modals/modal-address.ts';
import { useDetectionOrder } from '../modals/modals-context.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import { whenSettled } from '../ui/pages/when-settled.ts';
import { areSingleKeysOn } from '../ui/single-keys.ts';
import { type Direction, focusedCard, focusSearch, moveFocus } from './card-focus.ts';
import { useViewPress } from './use-view-press.ts';

const KeysDialog = lazyPage(() => import('./keys-dialog.tsx').then((it) => it.KeysDialog));

const letters: Record<string, Direction> = { j: 'next', k: 'previous' };
const arrows: Record<string, Direction> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The keys of the dashboard, and the button that lists them. */
export function DashboardKeys() {
  const order = useDetectionOrder();
  const [query] = useSearchParams();
  const [view, press] = useViewPress();
  const [listed, setListed] = useState(false);
  useEffect(() => whenSettled(KeysDialog.preload), []);

  /** @returns whether the key was one of them */
  function act(key: string): boolean {
    const arrow = focusedCard() === undefined ? undefined : arrows[key];
    const direction = arrow ?? (areSingleKeysOn() ? letters[key] : undefined);
    if (direction) moveFocus(order, direction);
    else if (key === '/' && areSingleKeysOn()) {
      if (view === 'history') focusSearch();
      else press('history', 'search');
    } else if (key === '?' && areSingleKeysOn()) setListed(true);
    else return false;
    return true;
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (listed || modalIn(query) || isTyping(event.target)) return;
    if (act(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="px-2! max-lg:hidden"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        onPointerEnter={KeysDialog.preload}
        onClick={() => setListed(true)}
      >
        <IconKeyboard size="1.1rem" stroke={1.75} aria-hidden="true" />
      </Button>
      <ErrorBoundary resetKey={String(listed)} fallback={() => null} onError={KeysDialog.renew}>
        <Suspense>{listed && <KeysDialog onClose={() => setListed(false)} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [role="menu"], [role="dialog"]') !== null
  );
}
