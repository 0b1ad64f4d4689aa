import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vedette/contract/device';
import { describeState } from '../device-state.ts';
import { oneDevice } from '../devices.queries.ts';
import { useDeviceEvents } from '../use-device-events.ts';
import { InstallStep, type StepState } from './install-step.tsx';

/** Changes with the first heartbeat of a device's agent, and with what its heartbeats say from then on. */
export function FirstHeartbeat({ deviceId }: { deviceId: string }) {
  const { data: device } = useQuery(oneDevice(deviceId));
  useDeviceEvents();
  const { state, text } = describeHeartbeat(device);
  return <InstallStep state={state}>{text}</InstallStep>;
}

function describeHeartbeat(device: Device | null | undefined): { state: StepState; text: string } {
  const text = device ? describeState(device) : null;
  if (!device?.state || text === null) return { state: 'waiting', text: 'Waiting for the first heartbeat…' };
  if (device.state === 'online') return { state: 'done', text: 'Online: the agent is running and sees its camera' };
  if (device.state === 'blind') return { state: 'wrong', text: 'The agent is running. Its camera sends no frames' };
  return { state: 'wrong', text };
}
