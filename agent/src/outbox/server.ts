import type { HeartbeatUplink } from '../health/heartbeat-body.ts';
import type { Uplink } from './sender.ts';

export type ServerAddress = { server: string; keyFile: string };

export type Server = {
  reports: Uplink;
  heartbeat: HeartbeatUplink;
  /** Posts an empty report, which is never stored: the server answers 400 to a valid key and 401 to any other. */
  tryKey: (signal: AbortSignal) => Promise<{ status: number; text: string }>;
  close: () => void;
};
