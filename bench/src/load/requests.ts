import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Report } from '@vedette/contract/report';

type ReportWithoutId = Omit<Report, 'event_id'>;

/** The request that a connection repeats; each report gets a new event_id. */
export type Recipe = { headers: Record<string, string> } & (
  | { kind: 'get'; paths: readonly string[] }
  | { kind: 'json'; report: ReportWithoutId; weaponTypes?: readonly string[] }
  | { kind: 'jpeg'; report: ReportWithoutId; files: readonly string[] }
);

export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: Buffer };

const INGEST = '/api/ingest/detections';

/** Creates the requests; paths, files and weapon types are used in turn. */
export function requestMaker(recipe: Recipe): () => LoadRequest {
  let turn = 0;
  const inTurn = <T>(choices: readonly T[]) => choices[turn % choices.length];
  if (recipe.kind === 'get') {
    return () => {
      turn += 1;
      return { method: 'GET', path: inTurn(recipe.paths) ?? '/', headers: recipe.headers };
    };
  }
  const run = randomUUID();
  const [before = '', after = ''] = textOf(recipe).split('EVENT');
  const weaponTypes = recipe.kind === 'json' ? (recipe.weaponTypes ?? []) : [];
  const weaponType = JSON.stringify(recipe.report.weapon_type);
  const frames = recipe.kind === 'jpeg' ? recipe.files.map((file) => readFileSync(file)) : [];
  return () => {
    turn += 1;
    const own = `${before}${run}-${turn}${after}`;
    const type = inTurn(weaponTypes);
    const report = type === undefined ? own : own.replace(weaponType, JSON.stringify(type));
    const body = inTurn(frames) ?? Buffer.from(report);
    const detection = recipe.kind === 'jpeg' ? { 'x-detection': report } : {};
    const contentType = recipe.kind === 'jpeg' ? 'image/jpeg' : 'application/json';
    const headers = {
      ...recipe.headers,
      ...detection,
      'content-type': contentType,
      'content-length': String(body.length),
    };
    return { method: 'POST', path: INGEST, headers, body };
  };
}

function textOf({ kind, report }: Extract<Recipe, { report: ReportWithoutId }>): string {
  const text = JSON.stringify({ event_id: 'EVENT', ...report });
  return kind === 'jpeg' ? encodeURIComponent(text) : text;
}
