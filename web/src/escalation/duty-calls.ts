import type { DutyAnswer } from '@vedette/contract/delivery';
import { request } from '../api/request.ts';

export function readDuty(): Promise<DutyAnswer> {
  return request<DutyAnswer>('/duty');
}

export function goOnDuty(on: boolean): Promise<DutyAnswer> {
  return request<DutyAnswer>('/duty', { method: 'PUT', body: { on } });
}
