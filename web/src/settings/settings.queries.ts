import { queryOptions } from '@tanstack/react-query';
import type { SettingsAnswer } from '@vedette/contract/settings';
import { request } from '../api/request.ts';

const REFRESH_MS = 10_000;

/** Read again from time to time and when the window gets the focus: something was put right meanwhile. */
export const settingsAndChecks = queryOptions({
  queryKey: ['settings'],
  queryFn: () => request<SettingsAnswer>('/settings'),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: REFRESH_MS,
});
