import type { IPublishPacket } from 'mqtt';

export type MqttProperties = NonNullable<IPublishPacket['properties']>;
export type MqttMessage = { topic: string; payload: Buffer; properties: MqttProperties };

/** Reason codes of MQTT 5 with which a message is acknowledged; from 0x80 on the broker's log calls it refused. */
export const ACK = { accepted: 0, refused: 0x83, notAuthorized: 0x87, badPayload: 0x99 } as const;
export type Ack = (typeof ACK)[keyof typeof ACK];

export function messageOf({ topic, payload, properties = {} }: IPublishPacket): MqttMessage {
  return { topic, payload: typeof payload === 'string' ? Buffer.from(payload) : payload, properties };
}
