import type { HeartbeatUplink } from '../health/heartbeat-body.ts';
import type { Uplink } from './sender.ts';

export type ServerAddress = { server: string; keyFile: string };

export type Server = {
  reports: Uplink;
  heartbeat: HeartbeatUplink;
  /** A report without content: 400 to a device that the server knows, 401 to others; nothing is stored. */
  tryKey: (signal: AbortSignal) => Promise<{ status: number; text: string }>;
  close: () => void;
};
