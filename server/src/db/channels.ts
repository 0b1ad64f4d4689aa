/** What the servers of one PostgreSQL database tell each other by NOTIFY. */

/** Every commit of events says here up to which number the log has grown. */
export const EVENTS_CHANNEL = 'vedette_events';
/** A device was revoked or changed: its id. */
export const DEVICES_CHANNEL = 'vedette_devices';
/** Sessions have ended. */
export const SESSIONS_CHANNEL = 'vedette_sessions';

/** How many reports of which devices a server let pass: `id=count`, separated by spaces. */
export const REPORTS_CHANNEL = 'vedette_reports';

export const CHANNELS = [EVENTS_CHANNEL, DEVICES_CHANNEL, SESSIONS_CHANNEL, REPORTS_CHANNEL] as const;
export type ChannelName = (typeof CHANNELS)[number];
