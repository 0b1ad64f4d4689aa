import Type, { type Static } from 'typebox';
import { PageQuery } from './detection.ts';
import { FILTER_TEXT_MAX, LOCATION_MAX, MATCHING_COUNTED } from './limits.ts';
import { Text } from './text.ts';

/** The filters of the history. They can be combined; a detection must satisfy all of them. */
export const HistoryFilter = Type.Object({
  weapon_type: Type.Optional(Text(64, { description: 'whatever its case' })),
  level: Type.Optional(
    Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')], {
      description: 'high 8–10, medium 5–7, low 1–4',
    }),
  ),
  device_id: Type.Optional(Text(128)),
  location: Type.Optional(Text(LOCATION_MAX, { description: 'exactly as reported' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'the first moment that counts' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'the first moment that no longer counts' })),
  text: Type.Optional(
    Text(FILTER_TEXT_MAX, { description: 'part of the location, device or weapon type, whatever its case' }),
  ),
});
export type HistoryFilter = Static<typeof HistoryFilter>;

/** The query of GET /api/detections/all. */
export const HistoryQuery = Type.Object({ ...PageQuery.properties, ...HistoryFilter.properties });
export type HistoryQuery = Static<typeof HistoryQuery>;

/** GET /api/detections/matching: how many detections satisfy a filter. */
export const MatchingAnswer = Type.Object({
  success: Type.Literal(true),
  count: Type.Integer({ description: `at most ${MATCHING_COUNTED}` }),
  more: Type.Boolean({ description: 'whether there are more than that' }),
});
export type MatchingAnswer = Static<typeof MatchingAnswer>;

/** The query of GET /api/detections/facets. */
export const FacetsQuery = Type.Object({
  search: Type.Optional(
    Text(LOCATION_MAX, { description: 'part of the choice, whatever its case; of a device also of its id' }),
  ),
});

/** The choices of each filter, in reading order: only what some stored detection has, and at most those reported most. */
export const FacetsAnswer = Type.Object({
  success: Type.Literal(true),
  weapon_types: Type.Array(Type.String()),
  locations: Type.Array(Type.String()),
  devices: Type.Array(Type.Object({ device_id: Type.String(), name: Type.String() })),
  more: Type.Object(
    { weapon_types: Type.Boolean(), locations: Type.Boolean(), devices: Type.Boolean() },
    { description: 'whether there are more that match: search for them' },
  ),
});
export type FacetsAnswer = Static<typeof FacetsAnswer>;
