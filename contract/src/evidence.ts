import Type, { type Static } from 'typebox';
import { Text } from './text.ts';

const Fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Extent = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 1, description });

/** Where in the frame the weapon is. */
export const FrameBox = Type.Object(
  {
    left: Fraction("of the frame's width"),
    top: Fraction("of the frame's height"),
    width: Extent("of the frame's width"),
    height: Extent("of the frame's height"),
  },
  { additionalProperties: false, description: 'where the weapon is, as fractions of the frame, within it' },
);
export type FrameBox = Static<typeof FrameBox>;

/** A SHA-256 in hex. */
export const SHA256_PATTERN = '^[0-9a-f]{64}$';

/** A device's object-detection model. */
export const Model = Type.Object(
  {
    name: Text(128),
    sha256: Type.String({ pattern: SHA256_PATTERN, description: 'of its file, 64 lower-case hex digits' }),
  },
  { additionalProperties: false, description: 'the object-detection model of a device' },
);
export type Model = Static<typeof Model>;

export const TrackId = Text(64, {
  description: 'what the device calls this object: the same in all reports of one weapon',
});

/** The model rounds the edges of boxes. */
const BOX_TOLERANCE = 0.001;

/** The problem of a box, as a phrase after the field's name; null for a box within the frame. */
export function boxProblem({ left, top, width, height }: FrameBox): string | null {
  if (left + width > 1 + BOX_TOLERANCE) return 'reaches beyond the frame: left + width is more than 1';
  if (top + height > 1 + BOX_TOLERANCE) return 'reaches beyond the frame: top + height is more than 1';
  return null;
}
