import type { AuditKind } from '@vedette/contract/audit-kinds';
import { sql } from 'kysely';
import { newDetection } from '../data/new-detection.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';
import { buildTeam, NOON } from './team.ts';

/** A team's server whose incidents have frames, and whose evidence is downloaded. */
export async function evidenceDesk(fresh: FreshDatabase) {
  const team = await buildTeam(fresh);
  const { api, dependencies } = team;
  const download = async (path: string, by = 'dana@gmail.com') => {
    const headers = await (team.people.get(by) ?? team.signIn(by));
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await api.inject({ url: `/api/${path}/evidence.zip`, headers });
    return { status: statusCode, headers: answered, bytes: Uint8Array.from(rawPayload) };
  };
  /** What the audit log says about archives. */
  const exports = async () => {
    const rows = dependencies.database.kysely.selectFrom('audit').selectAll().where('kind', 'like', 'evidence.%');
    return (await rows.orderBy('id').execute()).map(({ kind, actor_name, subject, details }) => ({
      ...{ kind, actor_name, subject, details: JSON.parse(details) },
    }));
  };
  const seeFrame = (seconds: number, frame: Buffer<ArrayBuffer> | null) =>
    dependencies.writer.add(newDetection({ at: NOON + seconds * 1_000, received_at: NOON, threat_level: 9 }), frame);
  const refuseRows = (kind: AuditKind) =>
    sql`create trigger full before insert on audit when new.kind = ${sql.lit(kind)}
      begin select raise(abort, 'no room'); end`.execute(dependencies.database.kysely);
  return { ...team, download, exports, seeFrame, refuseRows };
}
