import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeviceListAnswer, NewDevice, NewDeviceAnswer, RevokedDeviceAnswer } from '@vedette/contract/device';
import { isRequestError, request } from '../api/request.ts';

/** 'Last seen' moves with every report. */
const REFRESH_MS = 15_000;

export const deviceList = queryOptions({
  queryKey: ['devices'],
  queryFn: async () => (await request<DeviceListAnswer>('/devices')).devices,
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
});

export function useAddDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (device: NewDevice) => request<NewDeviceAnswer>('/devices', { method: 'POST', body: device }),
    onSuccess: () => client.invalidateQueries({ queryKey: deviceList.queryKey }),
  });
}

export function useRevokeDevice() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(id: string) {
      try {
        await request<RevokedDeviceAnswer>(`/devices/${encodeURIComponent(id)}`, { method: 'DELETE' });
      } catch (error) {
        // Somebody else revoked it first.
        if (!isRequestError(error) || error.status !== 404) throw error;
      }
    },
    onSuccess(_nothing, id) {
      client.setQueryData(deviceList.queryKey, (devices) => devices?.filter(({ device_id }) => device_id !== id));
      return client.invalidateQueries({ queryKey: deviceList.queryKey });
    },
  });
}
