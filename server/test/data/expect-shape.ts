import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { expect } from 'vitest';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Expects that the response matches the contract's schema and has exactly the named fields, in any order. */
export function expectShape(answer: unknown, schema: TSchema, keys: readonly string[]): void {
  const validate = ajv.compile(schema);
  validate(answer);
  expect(validate.errors ?? []).toEqual([]);
  expect(Object.keys(answer as object).sort()).toEqual([...keys].sort());
}

/** A deleted detection belongs to no incident any more. */
export const DELETED_DETECTION_KEYS = [
  'id',
  'detection_id',
  'weapon_type',
  'confidence',
  'threat_level',
  'timestamp',
  'received_at',
  'location',
  'device',
  'device_id',
  'source',
  'description',
  'officer_name',
  'detection_frame_data',
  'has_binary_jpeg',
  'jpeg_endpoint',
  'frame_url',
  'box',
  'track_id',
  'model',
  'annotated',
];
export const DETECTION_KEYS = [...DELETED_DETECTION_KEYS, 'incident_id'];
