import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AllDetectionsAnswer } from '@vedette/contract/detection';
import type {
  ChangedDevice,
  DeviceAnswer,
  DeviceListAnswer,
  NewDevice,
  NewDeviceAnswer,
  RevokedDeviceAnswer,
  RotatedKeyAnswer,
} from '@vedette/contract/device';
import { isRequestError, request } from '../api/request.ts';

/** 'Last seen' moves with every report. */
const REFRESH_MS = 15_000;

export const deviceList = queryOptions({
  queryKey: ['devices'],
  queryFn: async () => (await request<DeviceListAnswer>('/devices')).devices,
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
});

/** null for an unknown device. */
export const oneDevice = (id: string) =>
  queryOptions({
    queryKey: ['devices', id],
    async queryFn() {
      try {
        return (await request<DeviceAnswer>(addressOf(id))).device;
      } catch (error) {
        if (isRequestError(error) && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
  });

/** Whether a report of it is stored. */
export const hasReported = (id: string) =>
  queryOptions({
    queryKey: ['detections', 'any of device', id],
    queryFn: async () => {
      const address = `/detections/all?device_id=${encodeURIComponent(id)}&limit=1`;
      return (await request<AllDetectionsAnswer>(address)).data.length > 0;
    },
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
  });

const addressOf = (id: string) => `/devices/${encodeURIComponent(id)}`;

export function useChangeDevice(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: ChangedDevice) => request<DeviceAnswer>(addressOf(id), { method: 'PATCH', body: words }),
    onSuccess: () => client.invalidateQueries({ queryKey: deviceList.queryKey }),
  });
}

export function useRotateKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<RotatedKeyAnswer>(`${addressOf(id)}/key`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: deviceList.queryKey }),
    // The key is shown once and forgotten with the dialog.
    gcTime: 0,
  });
}

export function useAddDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (device: NewDevice) => request<NewDeviceAnswer>('/devices', { method: 'POST', body: device }),
    onSuccess: () => client.invalidateQueries({ queryKey: deviceList.queryKey }),
    // The key is shown once and forgotten with the page.
    gcTime: 0,
  });
}

export function useRevokeDevice() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(id: string) {
      try {
        await request<RevokedDeviceAnswer>(addressOf(id), { method: 'DELETE' });
      } catch (error) {
        // It was revoked elsewhere first.
        if (!isRequestError(error) || error.status !== 404) throw error;
      }
    },
    onSuccess(_nothing, id) {
      client.setQueryData(deviceList.queryKey, (devices) => devices?.filter(({ device_id }) => device_id !== id));
      // Leaves the device's page after its revocation, before the page shows that the device is unknown.
      return client.invalidateQueries({ queryKey: deviceList.queryKey, exact: true });
    },
  });
}
