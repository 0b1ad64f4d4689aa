import sharp from 'sharp';
import type { Picture } from '../camera/frame.ts';
import type { Box } from '../model/objects.ts';
import { dotsOf, GLYPH } from './font.ts';

// The agent encodes one picture at a time and none twice: a cache and more threads only take memory.
sharp.cache(false);
sharp.concurrency(1);

export type Mark = { box: Box; label: string };

const RED = [230, 30, 30] as const;
const WHITE = [255, 255, 255] as const;

/** Encodes the frame as JPEG, with its marks drawn on it. */
export async function toJpeg(picture: Picture, marks: readonly Mark[], quality: number): Promise<Buffer> {
  const { width, height } = picture;
  const pixels = marks.length > 0 ? draw(picture, marks) : picture.pixels;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

/** Draws on a copy, because the tracker still uses the frame. */
function draw({ width, height, pixels: original }: Picture, marks: readonly Mark[]): Buffer {
  const pixels = Buffer.from(original);
  const scale = Math.max(1, Math.round(height / 360));
  const dot = (x: number, y: number, [red, green, blue]: readonly [number, number, number]) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const at = (y * width + x) * 3;
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
  };
  for (const { box, label } of marks) {
    const [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom].map(Math.round) as [
      number,
      number,
      number,
      number,
    ];
    const line = scale + 1;
    for (let step = 0; step < line; step++) {
      for (let x = left - line; x < right + line; x++) {
        dot(x, top - 1 - step, RED);
        dot(x, bottom + step, RED);
      }
      for (let y = top - line; y < bottom + line; y++) {
        dot(left - 1 - step, y, RED);
        dot(right + step, y, RED);
      }
    }
    const size = { width: (label.length * GLYPH.width + 1) * scale, height: GLYPH.height * scale };
    const from = {
      x: Math.max(0, Math.min(left - line, width - size.width)),
      y: top - line - size.height >= 0 ? top - line - size.height : Math.min(bottom + line, height - size.height),
    };
    const isSet = dotsOf(label);
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const set = isSet(Math.floor(x / scale) - 1, Math.floor(y / scale));
        dot(from.x + x, from.y + y, set ? WHITE : RED);
      }
    }
  }
  return pixels;
}
