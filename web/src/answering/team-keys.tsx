import { useQueryClient } from '@tanstack/react-query';
import type { Detection } from '@vedette/contract/detection';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readDetection } from '../api/detection-calls.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { dashboardKey } from '../detections/detections.queries.ts';
import type { Snapshot } from '../detections/snapshot.ts';
import { areSingleKeysOn } from '../ui/single-keys.ts';
import { notify } from '../ui/toasts/notify.ts';
import { AnswerDialogs, type Asking } from './answer-dialogs.tsx';
import { acknowledge } from './answering.ts';
import { describeAnswer } from './describe-answer.ts';
import { isTyping, useTriageKeys } from './triage-keys.ts';
import { undoLatest } from './undo.tsx';

const CARD = '[data-detection]';
const OPENER = '[data-opens-threat]';

type Asked = { asking: Asking; incidentId: number };
/** Where the focus goes after a dialog: to the card, or when its alarm was closed, to the one beside it. */
type Places = { card: Element | undefined; beside: Element | undefined };

/** The keys for the focused card, and the one that undoes. */
export function TeamKeys() {
  const store = useDashboardStore();
  const readListed = useListed();
  const [asked, setAsked] = useState<Asked | null>(null);
  const places = useRef<Places>({ card: undefined, beside: undefined });
  const closed = useRef(false);

  async function answer(id: number, key: 'a' | 'c' | 'n') {
    const detection =
      readListed(id) ??
      (await readDetection(id)
        .then((it) => it.detection)
        .catch(() => undefined));
    const incidentId = detection?.incident_id;
    if (incidentId === undefined) return;
    const state = detection?.answer?.state ?? 'open';
    const isDone = key === 'a' ? state !== 'open' : key === 'c' && state === 'closed';
    if (isDone && detection?.answer) return notify.info(describeAnswer(detection.answer));
    if (key === 'a') return acknowledge({ store, incidentId });
    closed.current = false;
    setAsked({ asking: key === 'c' ? 'close' : 'note', incidentId });
  }

  useTriageKeys((key) => {
    const card = document.activeElement?.closest<HTMLElement>(CARD);
    if (!card || (key !== 'a' && key !== 'c' && key !== 'n')) return false;
    places.current = around(card);
    void answer(Number(card.dataset.detection), key);
    return true;
  });
  useUndoKey();

  return (
    <AnswerDialogs
      asking={asked?.asking ?? null}
      incidentId={asked?.incidentId ?? 0}
      returnFocus={() => focusable(places, closed.current)}
      onEnd={(isClosed) => {
        closed.current = isClosed;
        setAsked(null);
      }}
    />
  );
}

/** It works in every dialog. Ctrl+Z is no single key: it works where those are off, too. */
function useUndoKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (!event.ctrlKey && !event.metaKey && !areSingleKeysOn()) return;
      if (undoLatest()) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** @returns a function that finds a detection in the lists at this moment */
function useListed(): (id: number) => Detection | undefined {
  const client = useQueryClient();
  return (id) => {
    const snapshot = client.getQueryData<Snapshot>(dashboardKey);
    return [...(snapshot?.threats.items ?? []), ...(snapshot?.recent.items ?? [])].find((it) => it.id === id);
  };
}

function around(card: Element): Places {
  const cards = [...document.querySelectorAll(CARD)];
  const place = cards.indexOf(card);
  return { card, beside: cards[place + 1] ?? cards[place - 1] };
}

function focusable({ current: { card, beside } }: RefObject<Places>, closed: boolean): HTMLElement | null {
  const next = closed ? beside : card;
  return (next?.isConnected && next.querySelector<HTMLElement>(OPENER)) || document.getElementById('view-heading');
}
