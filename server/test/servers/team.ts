import type { Config } from '../../src/config.ts';
import { newDetection } from '../data/new-detection.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';
import { buildTestApp } from './build-test-app.ts';
import type { Guard } from './sign-in-as.ts';

/** Of the clock of tests. */
export const NOON = Date.UTC(2025, 0, 15, 12);

type People = Map<string, Promise<Guard>>;

/** A server on which a team answers; the incidents that it sees are its devices' own. */
export async function buildTeam(
  fresh: FreshDatabase,
  { people = new Map(), ...settings }: Partial<Config> & { people?: People } = {},
) {
  const app = await buildTestApp(fresh, { team: true, ...settings });
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { by = 'dana@gmail.com', body = {} } = {},
  ) => {
    const signedIn = people.get(by) ?? app.signIn(by);
    people.set(by, signedIn);
    const headers = await signedIn;
    const answer = await app.api.inject({ method, url, headers, ...(method.startsWith('P') && { payload: body }) });
    return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) };
  };
  /** Received now: a report after an answer reopens the incident. */
  const see = async (seconds: number, given = {}) => {
    const detection = newDetection({
      ...{ at: NOON + seconds * 1_000, received_at: app.dependencies.now(), threat_level: 9 },
      ...given,
    });
    const stored = await app.dependencies.writer.add(detection, null);
    return { ...stored, incident: 'incident_id' in stored ? stored.incident_id : 0 };
  };
  const post = (incident: number, what: string, given: { by?: string; body?: object } = {}) =>
    ask('POST', `/api/incidents/${incident}/${what}`, given);
  const put = (url: string, body: object) => ask('PUT', url, { body });
  const threats = async (query = '?unclosed=true') => {
    const { active_weapon_threats: rows } = await ask('GET', `/api/detections/threats${query}`);
    return rows.map(({ id }: { id: number }) => id);
  };
  const countActive = async () => (await ask('GET', '/api/detections/stats')).active_threats;
  return { ...app, people, ask, see, post, put, threats, countActive };
}
