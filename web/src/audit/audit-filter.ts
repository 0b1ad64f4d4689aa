import { AUDIT_GROUPS, type AuditGroup } from '@vedette/contract/audit-kinds';

/** The filter in the form of the address; '' for what is not chosen. The days are this browser's. */
export type ChosenFilter = {
  kind: AuditGroup | '';
  actor: string;
  subject: string;
  /** 2026-11-20; both days are included. */
  from: string;
  to: string;
};

/** @param query the query of the address; invalid values are left out */
export function filterIn(query: URLSearchParams): ChosenFilter {
  const text = (name: keyof ChosenFilter) => (query.get(name) ?? '').trim();
  const day = (name: 'from' | 'to') => (startOf(text(name)) === undefined ? '' : text(name));
  return {
    kind: AUDIT_GROUPS.find((group) => group === query.get('kind')) ?? '',
    ...{ actor: text('actor').slice(0, 254), subject: text('subject').slice(0, 300) },
    ...{ from: day('from'), to: day('to') },
  };
}

/** The query of the address. */
export function addressOf(filter: ChosenFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
}

/** The query of the request: days become moments. */
export function requestOf({ from, to, ...filter }: ChosenFilter): URLSearchParams {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  const first = startOf(from);
  const last = startOf(to);
  if (first !== undefined) query.set('from', first.toISOString());
  if (last !== undefined) {
    last.setDate(last.getDate() + 1);
    query.set('to', last.toISOString());
  }
  return query;
}

function startOf(day: string): Date | undefined {
  const start = new Date(`${day}T00:00`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(start.getTime()) ? start : undefined;
}
