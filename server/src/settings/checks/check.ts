import type { EscalationPolicy, Receiver } from '@vedette/contract/escalation';
import type { PagePath } from '@vedette/contract/pages';
import type { CheckState } from '@vedette/contract/settings';
import type { Config } from '../../config.ts';
import type { DiskSpace } from '../../disk/disk-space.ts';
import type { SettingName } from '../../setting-descriptions.ts';
import type { SettingsStore } from '../settings.store.ts';

/** What the checks look at. */
export type CheckParts = {
  config: Config;
  now: number;
  store: SettingsStore;
  /** Whether any request came through a proxy, or to another name than this machine's own. */
  isForwarded: () => boolean;
  diskSpace: () => DiskSpace | null;
  /** The last heartbeat of each device that has sent one, judged now. */
  deviceStates: () => { id: string; name: string; state: string | null }[];
  devices: () => Promise<{ id: string; name: string; last_seen_at: number | null }[]>;
  onDuty: () => Promise<unknown[]>;
  policy: () => Promise<EscalationPolicy>;
  /** Whether a message to this receiver would be delivered to anybody. */
  reaches: (receiver: Receiver) => Promise<boolean>;
};

/** What a check found; `todo` says what to do, with `code` as in Markdown. */
export type Finding =
  | { state: 'ok'; title: string }
  | { state: Exclude<CheckState, 'ok'>; title: string; todo: string };

export type Check = {
  id: string;
  why: string;
  /** Where to do it. */
  page?: PagePath;
  /** What changes it. */
  settings?: readonly SettingName[];
  /** Whether its finding holds already when a server starts, so that it is printed then. */
  atStart?: true;
  /** Absent: to every installation. */
  appliesTo?: (config: Config) => boolean;
  find: (parts: CheckParts) => Finding | Promise<Finding>;
};
