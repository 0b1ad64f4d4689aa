import type { FrameBox } from '@vedette/contract/evidence';
import { placeLabel, rectangleOf } from './frame-box.ts';
import { useElementSize } from './use-element-size.ts';
import type { Zoom } from './zoom.ts';

export type LabelledBox = { box: FrameBox; weapon: string; confidence: string };

type Props = LabelledBox & { picture: HTMLImageElement; zoom: Zoom };

/** White between black lines is seen on every picture. */
const LINES = '0 0 0 1px #fff, 0 0 0 2px #000, inset 0 0 0 1px #fff, inset 0 0 0 2px #000';

/** Drawn over the picture, with lines and letters of the same size at every zoom. The picture's name says the same in words. */
export function BoxOverlay({ box, weapon, confidence, picture, zoom }: Props) {
  const view = useElementSize(picture);
  if (view === null) return null;
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const rectangle = rectangleOf(box, { picture: natural, view, zoom });
  const place = placeLabel(rectangle, view);
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <div data-frame-box className="absolute" style={{ ...rectangle, boxShadow: LINES }} />
      {place && (
        <div
          className="absolute p-1"
          style={{
            left: place.x,
            top: place.y,
            width: 'max-content',
            maxWidth: place.maxWidth,
            transform: `translate(${-100 * place.anchor.x}%, ${-100 * place.anchor.y}%)`,
          }}
        >
          <p className="flex gap-1 rounded-sm bg-danger-soft px-1.5 text-sm font-semibold text-danger-ink tabular-nums">
            <span className="min-w-0 truncate">{weapon}</span>
            {confidence}
          </p>
        </div>
      )}
    </div>
  );
}
