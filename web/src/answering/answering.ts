import type { Answer, AnswerAnswer, CloseRequest } from '@vedette/contract/answer';
import type { IncidentAnswer } from '@vedette/contract/incident';
import { isRequestError, request } from '../api/request.ts';
import type { DashboardStore } from '../detections/dashboard-store.ts';
import { notify } from '../ui/toasts/notify.ts';
import { verdictNames } from './describe-answer.ts';
import { offerUndo } from './undo.tsx';

export type Outcome = 'done' | 'refused' | 'failed';

type Store = Pick<DashboardStore, 'applyEvents' | 'subscribe'>;
type Call = { store: Store; incidentId: number; path: string; method?: 'DELETE'; body?: unknown };
type Of = Pick<Call, 'store' | 'incidentId'>;

export function acknowledge(of: Of): Promise<Outcome> {
  const done = { title: 'Alert Acknowledged', description: 'Threat acknowledged by security personnel' };
  return act({ ...of, path: '/acknowledge', body: {} }, done);
}

export function closeAlarm(of: Of, { verdict, note = '' }: CloseRequest): Promise<Outcome> {
  const done = { title: 'Alarm Closed', description: `Verdict: ${verdictNames[verdict]}` };
  return act({ ...of, path: '/close', body: note === '' ? { verdict } : { verdict, note } }, done);
}

export function reopen(of: Of): Promise<Outcome> {
  const done = { title: 'Alarm Reopened', description: 'The incident is open again' };
  return act({ ...of, path: '/reopen', body: {} }, done);
}

export function addNote(of: Of, note: string): Promise<Outcome> {
  return act({ ...of, path: '/notes', body: { note } }, { title: 'Note Added', description: 'The timeline shows it' });
}

/** Tells the server that somebody looks at the incident. That nobody did is what the server acts on, so a failure is silent. */
export function noteOpened(incidentId: number, onNoted?: () => void) {
  request(`/incidents/${incidentId}/opened`, { method: 'POST', body: {} }).then(onNoted, () => undefined);
}

async function act(call: Call, done: { title: string; description: string }): Promise<Outcome> {
  try {
    const { action_id } = await send(call);
    offerUndo({ ...done, undo: () => void undo(call, action_id) });
    return 'done';
  } catch (error) {
    return tell(call, error);
  }
}

async function undo({ store, incidentId, path }: Call, actionId: number) {
  if (path === '/close') releaseList();
  const call: Call = { store, incidentId, path: `/actions/${actionId}`, method: 'DELETE' };
  try {
    await send(call);
    void notify.success({ title: 'Undone', description: 'The incident is as it was before' });
  } catch (error) {
    await tell(call, error);
  }
}

/** A list keeps its order while a card has the focus: what comes back would wait. */
function releaseList() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !focused.closest('[data-detection]')) return;
  focused.blur();
  document.getElementById('view-heading')?.focus({ preventScroll: true });
}

/** Shows the answer at once, unless the stream has brought it already: what the stream brings is at least as new. */
async function send({ store, incidentId, path, method = undefined, body }: Call): Promise<AnswerAnswer> {
  let isOvertaken = false;
  const stop = store.subscribe((events) => {
    isOvertaken ||= events.some((event) => event.type === 'incident.answered' && event.data.incident_id === incidentId);
  });
  try {
    const options = method ? { method } : { method: 'POST' as const, body };
    const answered = await request<AnswerAnswer>(`/incidents/${incidentId}${path}`, options);
    if (!isOvertaken) show(store, answered.answer);
    return answered;
  } finally {
    stop();
  }
}

async function tell({ store, incidentId }: Call, error: unknown): Promise<Outcome> {
  if (isRequestError(error) && error.code === 'CONFLICT') {
    void notify.warning({ title: 'Somebody Was Faster', description: error.message, long: true });
    // The stream brings the same, unless it is broken.
    await request<IncidentAnswer>(`/incidents/${incidentId}`).then(
      ({ incident }) => incident.answer && show(store, incident.answer),
      () => undefined,
    );
    return 'refused';
  }
  const description = error instanceof Error ? error.message : 'Unknown error';
  void notify.error({ title: 'Not Saved', description, long: true });
  return 'failed';
}

function show(store: Store, answer: Answer) {
  store.applyEvents([{ type: 'incident.answered', data: answer }]);
}
