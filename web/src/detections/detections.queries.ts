import type { AllDetectionsAnswer, StatsAnswer, TestAnswer, ThreatsAnswer } from '@vedette/contract/detection';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@vedette/contract/limits';
import { request } from '../api/request.ts';
import type { Counters } from './counters.ts';
import { type Listing, listing } from './listing.ts';
import type { Snapshot } from './snapshot.ts';

export const dashboardKey = ['detections', 'dashboard'] as const;

/** The request that the specification sends first. */
export async function testServer(): Promise<void> {
  await request<TestAnswer>('/detections/test');
}

export async function fetchSnapshot(threatsAsked: number, unclosed: boolean): Promise<Snapshot> {
  const [all, threats, counters] = await Promise.all([
    request<AllDetectionsAnswer>('/detections/all'),
    fetchThreats({ limit: threatsAsked, unclosed }),
    fetchCounters(),
  ]);
  return { counters, recent: listing(all.data, all.next_cursor), threats, loadedAt: Date.now(), failure: null };
}

export async function fetchCounters(): Promise<Counters> {
  const stats = await request<StatsAnswer>('/detections/stats');
  return {
    total: stats.total,
    activeThreats: stats.active_threats,
    lastHour: stats.last_hour,
    byWeaponType: stats.by_weapon_type,
    byThreatLevel: stats.by_threat_level,
    seq: stats.seq,
  };
}

type ThreatsAsked = { limit: number; cursor?: string /** Without those of closed incidents. */; unclosed: boolean };

/** A page of threats: the newest, or those after a cursor. */
export async function fetchThreats({ limit, cursor, unclosed }: ThreatsAsked): Promise<Listing> {
  const query = new URLSearchParams();
  const size = Math.min(PAGE_SIZE_MAX, limit);
  if (size > PAGE_SIZE_DEFAULT) query.set('limit', String(size));
  if (cursor) query.set('cursor', cursor);
  if (unclosed) query.set('unclosed', 'true');
  const { active_weapon_threats, next_cursor } = await request<ThreatsAnswer>(
    `/detections/threats${query.size > 0 ? `?${query}` : ''}`,
  );
  return listing(active_weapon_threats, next_cursor);
}
