import { queryOptions } from '@tanstack/react-query';
import type { SessionAnswer } from '@vedette/contract/account';
import type { TestAnswer } from '@vedette/contract/detection';
import type { HealthAnswer } from '@vedette/contract/health';
import type { PublicConfig } from '@vedette/contract/public-config';
import { request } from '../../api/request.ts';
import type { Fact } from '../facts.tsx';
import { localTime } from '../local-time.ts';

export type Check = { title: string; address: string; ask: () => Promise<readonly Fact[]> };

/** The result of a check that passed. */
type Found = { facts: readonly Fact[]; ms: number };

export const serverCheck: Check = { title: 'Server', address: '/api/health', ask: () => health('/health') };
export const readyCheck: Check = {
  title: 'Database',
  address: '/api/health/ready',
  ask: () => health('/health/ready'),
};

export const detectionsCheck: Check = {
  title: 'Detections',
  address: '/api/detections/test',
  async ask() {
    const { message, total_detections, timestamp } = await request<TestAnswer>('/detections/test');
    return [
      ['Message', message],
      ['Detections stored', total_detections.toLocaleString('en-US')],
      ['Server time', localTime(timestamp)],
    ];
  },
};

export const sessionCheck: Check = {
  title: 'Session',
  address: '/api/auth/get-session',
  async ask() {
    const answer = await request<SessionAnswer>('/auth/get-session');
    return [['Signed in', answer ? answer.user.email : 'Nobody']];
  },
};

export const settingsCheck: Check = {
  title: 'Public settings',
  address: '/api/config',
  async ask() {
    const { identity, social, active_threat_level } = await request<PublicConfig>('/config');
    return [
      ['Identity', identity],
      ['Social sign-ins', social.map(({ name }) => name).join(', ') || 'None'],
      ['Active threat', `Level ${active_threat_level} or more`],
    ];
  },
};

/** Runs when the page opens, and whenever its button is pressed. */
export function checkQuery({ address, ask }: Check) {
  return queryOptions({
    queryKey: ['check', address],
    async queryFn(): Promise<Found> {
      const askedAt = performance.now();
      const facts = await ask();
      return { facts, ms: Math.round(performance.now() - askedAt) };
    },
    refetchOnMount: 'always',
  });
}

async function health(path: string): Promise<Fact[]> {
  const { message, timestamp } = await request<HealthAnswer>(path);
  return [
    ['Message', message],
    ['Server time', localTime(timestamp)],
  ];
}
