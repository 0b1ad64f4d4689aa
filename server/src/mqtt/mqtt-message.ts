import type { IPublishPacket } from 'mqtt';

export type MqttProperties = NonNullable<IPublishPacket['properties']>;
export type MqttMessage = { topic: string; payload: Buffer; properties: MqttProperties };

/** MQTT 5 reason codes of acknowledgements; from 0x80 on they mean that the message was refused. */
export const ACK = { accepted: 0, refused: 0x83, notAuthorized: 0x87, badPayload: 0x99 } as const;
export type Ack = (typeof ACK)[keyof typeof ACK];

export function messageOf({ topic, payload, properties = {} }: IPublishPacket): MqttMessage {
  return { topic, payload: typeof payload === 'string' ? Buffer.from(payload) : payload, properties };
}
