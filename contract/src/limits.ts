/** Business constants of the specification (section 9) and limits of requests and answers. No schemas, so that the page stays small. */

export const REQUEST_TIMEOUT_MS = 10_000;
export const DASHBOARD_REFRESH_MS = 120_000;
export const TOAST_MS = 3_000;
/** For load errors and the notice of account deletion. */
export const LONG_TOAST_MS = 5_000;

export const RECENT_LIST_SIZE = 10;
export const LAST_HOUR_MS = 60 * 60 * 1_000;

/** The confidence of a manual detection without one, as a fraction. */
export const MANUAL_CONFIDENCE_DEFAULT = 0.8;
export const COMMENT_USER_ID = 1;
export const COMMENT_USER_NAME_DEFAULT = 'Anonymous User';
export const COMMENT_MAX = 2_000;
export const COMMENT_USER_NAME_MAX = 100;
/** Comments of one detection. */
export const COMMENTS_MAX = 500;
/** Comments in one answer. */
export const COMMENT_PAGE_SIZE = 50;

export const PAGE_SIZE_DEFAULT = 100;
export const PAGE_SIZE_MAX = 1_000;
/** In bytes. A page ends early when its detections are long. */
export const PAGE_MAX_BYTES = 1024 * 1024;
/** Characters of a search text in the history. */
export const FILTER_TEXT_MAX = 100;

/** A captured frame, in bytes as JPEG. */
export const FRAME_MAX_BYTES = 5 * 1024 * 1024;
/** A report without its frame, in bytes of JSON. */
export const REPORT_MAX_BYTES = 64 * 1024;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const API_TOKEN_NAME_MAX = 60;
/** Of one person. */
export const API_TOKENS_MAX = 50;
export const API_TOKEN_DAYS_DEFAULT = 90;
export const API_TOKEN_DAYS_MAX = 365;

export const PASSKEY_NAME_MAX = 60;
/** Of one person. */
export const PASSKEYS_MAX = 20;
export const RECOVERY_CODES = 10;

export const CONTACT_NAME_MAX = 100;
export const CONTACT_MESSAGE_MAX = 5_000;

/** How long a device's key stays valid after another one was made. */
export const OLD_KEY_VALID_MS = 60 * 60_000;
/** Devices that are named when they are offline or blind; the others are counted. */
export const UNWATCHED_NAMED = 3;
/** A device's heartbeats are at least this far apart. */
export const HEARTBEAT_MIN_INTERVAL_MS = 1_000;
export const DEVICE_NAME_MAX = 100;
export const LOCATION_MAX = 200;

/** A device's clock may be this far ahead of the server's; reports from later times are refused. */
export const CLOCK_AHEAD_MAX_MS = 24 * 60 * 60 * 1_000;

/** The stream sends a comment this often, so that a dead connection is noticed. */
export const STREAM_KEEP_ALIVE_MS = 15_000;

/** How often a tab checks whether somebody signed in or out in another tab. */
export const SESSION_POLL_MS = 800;
/** A sign-in popup that closed without a message may still have succeeded: its outcome is awaited this long. */
export const POPUP_CLOSED_MS = 8_000;
/** The session is queried again after this time. */
export const SESSION_MAX_AGE_MS = 5 * 60 * 1_000;

/** Only ID tokens of Firebase that are at most this old are exchanged for a session. */
export const ID_TOKEN_MAX_AGE_SECONDS = 300;
/** The response header that names the identity adapter when it is not the embedded one. */
export const IDENTITY_HEADER = 'x-vedette-identity';

/** The detections that match a filter are counted up to this many. */
export const MATCHING_COUNTED = 1_000;

/** The latest rung of an escalation, in seconds. */
export const RUNG_MAX_S = 86_400;
