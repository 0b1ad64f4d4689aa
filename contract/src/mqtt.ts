/** Devices report over MQTT 5 as they do over HTTP: with the same bodies, the same key and the same answers. */

/** User properties of a message. */
export const MQTT_PROPERTY = {
  /** `Bearer <device key>` */
  authorization: 'authorization',
  /** The report as JSON; the payload is the JPEG then. */
  detection: 'x-detection',
  /** With the value `separate`: the frame is a message of its own. */
  frame: 'frame',
} as const;
export const SEPARATE_FRAME = 'separate';

/** The topics of one device; `+` for all devices. */
export function mqttTopics(deviceId: string) {
  const own = `vedette/${deviceId}`;
  return {
    detections: `${own}/detections`,
    heartbeat: `${own}/heartbeat`,
    /** Where answers go: this topic, or one below it, as the response topic of the message. */
    answers: `${own}/answers`,
    /** A frame that is published retained, before or after its report. */
    frame: (eventId: string) => `${own}/frames/${eventId}`,
  };
}

/** What the response topic gets: the status and body of the HTTP answer. */
export type MqttAnswer = {
  status: number;
  /** Seconds, as in the header Retry-After. */
  retry_after: number | null;
  body: unknown;
};

export type BrokerAddress = {
  protocol: 'mqtt' | 'mqtts';
  host: string;
  port: number;
  username?: string;
  password?: string;
  /** Host and port, for people. */
  broker: string;
};

/** A `URL`. */
type ParsedAddress = Record<'protocol' | 'hostname' | 'port' | 'username' | 'password', string>;

const PORTS = { mqtt: 1883, mqtts: 8883 };

/** Of `mqtt://` or `mqtts://`, with user and password. */
export function brokerAddress(url: ParsedAddress): BrokerAddress {
  const protocol = url.protocol === 'mqtts:' ? 'mqtts' : 'mqtt';
  // Brackets mark an IPv6 address in a URL, but not for a socket.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? PORTS[protocol] : Number(url.port);
  return {
    ...{ protocol, host, port, broker: `${url.hostname}:${port}` },
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
  };
}
