/** The NOTIFY channels between the servers of one PostgreSQL database. */

/** Sent by every commit of events: the newest number of the log. */
export const EVENTS_CHANNEL = 'vedette_events';
/** A device was revoked or changed: its id. */
export const DEVICES_CHANNEL = 'vedette_devices';
/** Sessions have ended. */
export const SESSIONS_CHANNEL = 'vedette_sessions';

/** The reports that a server accepted from each device: `id=count`, separated by spaces. */
export const REPORTS_CHANNEL = 'vedette_reports';

/** The state of a device has changed. */
export const HEARTBEATS_CHANNEL = 'vedette_heartbeats';

export const CHANNELS = [
  EVENTS_CHANNEL,
  DEVICES_CHANNEL,
  SESSIONS_CHANNEL,
  REPORTS_CHANNEL,
  HEARTBEATS_CHANNEL,
] as const;
export type ChannelName = (typeof CHANNELS)[number];
