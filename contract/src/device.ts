import Type, { type Static } from 'typebox';
import { LabelName } from './detection.ts';
import { LastHeartbeat } from './heartbeat.ts';
import { DEVICE_NAME_MAX, LOCATION_MAX } from './limits.ts';
import { Text } from './text.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Device = Type.Object({
  device_id: Type.String(),
  name: Type.String(),
  location: Nullable(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  last_seen_at: Nullable(Type.String({ format: 'date-time', description: 'its last accepted report or heartbeat' })),
  other_labels: Type.Array(LabelName, {
    description: "of which it has reported too many different ones: further ones are counted as 'other'",
  }),
  old_key_until: Type.Optional(
    Type.String({ format: 'date-time', description: 'the key before the present one is valid until then' }),
  ),
  heartbeat: Type.Optional(Nullable(LastHeartbeat)),
  state: Type.Optional(
    Type.Union(
      [
        Type.Literal('offline'),
        Type.Literal('blind'),
        Type.Literal('clock-wrong'),
        Type.Literal('outbox-growing'),
        Type.Literal('online'),
        Type.Null(),
      ],
      { description: 'null for a device that never sent a heartbeat' },
    ),
  ),
  state_since: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
});
export type Device = Static<typeof Device>;

export const DeviceListAnswer = Type.Object({ success: Type.Literal(true), devices: Type.Array(Device) });
export type DeviceListAnswer = Static<typeof DeviceListAnswer>;

export const DeviceAnswer = Type.Object({ success: Type.Literal(true), device: Device });
export type DeviceAnswer = Static<typeof DeviceAnswer>;

const Location = Type.Union([Text(LOCATION_MAX), Type.Literal(''), Type.Null()]);

export const NewDevice = Type.Object(
  {
    name: Text(DEVICE_NAME_MAX),
    location: Type.Optional(Location),
  },
  { additionalProperties: false },
);
export type NewDevice = Static<typeof NewDevice>;

/** Omitted fields do not change. */
export const ChangedDevice = Type.Object(
  { name: Type.Optional(Text(DEVICE_NAME_MAX)), location: Type.Optional(Location) },
  { additionalProperties: false },
);
export type ChangedDevice = Static<typeof ChangedDevice>;

export const NewDeviceAnswer = Type.Object({
  success: Type.Literal(true),
  device_id: Type.String(),
  name: Type.String(),
  location: Nullable(Type.String()),
  key: Type.String({ description: 'shown this once' }),
});
export type NewDeviceAnswer = Static<typeof NewDeviceAnswer>;

export const RotatedKeyAnswer = Type.Object({
  success: Type.Literal(true),
  device_id: Type.String(),
  key: Type.String({ description: 'shown this once' }),
  old_key_until: Type.String({ format: 'date-time', description: 'the key until now is valid until then' }),
});
export type RotatedKeyAnswer = Static<typeof RotatedKeyAnswer>;

export const DeviceParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
export type DeviceParams = Static<typeof DeviceParams>;

export const RevokedDeviceAnswer = Type.Object({ success: Type.Literal(true), message: Type.String() });
export type RevokedDeviceAnswer = Static<typeof RevokedDeviceAnswer>;
