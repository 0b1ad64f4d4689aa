import type { Outcome } from '@vedette/contract/handover';
import type { BadgeTone } from '../ui/badge.tsx';

/** What the next shift has to go on with comes first. */
export const outcomes: Record<Outcome, { title: string; tone: BadgeTone }> = {
  open: { title: 'Open', tone: 'danger' },
  acknowledged: { title: 'Acknowledged', tone: 'caution' },
  real: { title: 'Real', tone: 'threat' },
  false_alarm: { title: 'False alarm', tone: 'neutral' },
  authorised_person: { title: 'Authorised person', tone: 'calm' },
  drill: { title: 'Drill', tone: 'accent' },
  test: { title: 'Test', tone: 'accent' },
  no_verdict: { title: 'No verdict', tone: 'neutral' },
};
