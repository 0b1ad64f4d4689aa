import type { Picture } from '../camera/frame.ts';

/** The placement of a frame in the model's input. */
export type Placement = { scale: number; left: number; top: number };

const GREY = 114 / 255;

type Axis = { from: Int32Array; to: Int32Array; weight: Float32Array };

/** Scales pictures into a model's input: bilinear, with their aspect ratio, as planes of values from 0 to 1. */
export function letterbox(width: number, height: number) {
  const plane = width * height;
  const values = new Float32Array(3 * plane);
  let prepared: { size: string; columns: Axis; rows: Axis; placement: Placement } | undefined;

  function prepare({ width: from, height: down }: Picture) {
    const size = `${from}x${down}`;
    if (prepared?.size === size) return prepared;
    const scale = Math.min(width / from, height / down);
    const shown = { width: Math.round(from * scale), height: Math.round(down * scale) };
    const placement = {
      scale,
      left: Math.floor((width - shown.width) / 2),
      top: Math.floor((height - shown.height) / 2),
    };
    values.fill(GREY);
    prepared = { size, columns: axis(shown.width, from, scale), rows: axis(shown.height, down, scale), placement };
    return prepared;
  }

  return (picture: Picture): { values: Float32Array; placement: Placement } => {
    const { columns, rows, placement } = prepare(picture);
    const { pixels, width: stride } = picture;
    const { from, to, weight } = columns;
    for (let y = 0; y < rows.from.length; y++) {
      const upper = (rows.from[y] ?? 0) * stride;
      const lower = (rows.to[y] ?? 0) * stride;
      const down = rows.weight[y] ?? 0;
      const target = (y + placement.top) * width + placement.left;
      for (let x = 0; x < from.length; x++) {
        const left = from[x] as number;
        const right = to[x] as number;
        const side = weight[x] as number;
        const a = (upper + left) * 3;
        const b = (upper + right) * 3;
        const c = (lower + left) * 3;
        const d = (lower + right) * 3;
        // The weights of the four pixels. The colours are unrolled, which takes a fifth less time than a loop.
        const last = (side * down) / 255;
        const second = side / 255 - last;
        const third = down / 255 - last;
        const first = 1 / 255 - second - third - last;
        const at = target + x;
        values[at] =
          (pixels[a] as number) * first +
          (pixels[b] as number) * second +
          (pixels[c] as number) * third +
          (pixels[d] as number) * last;
        values[at + plane] =
          (pixels[a + 1] as number) * first +
          (pixels[b + 1] as number) * second +
          (pixels[c + 1] as number) * third +
          (pixels[d + 1] as number) * last;
        values[at + 2 * plane] =
          (pixels[a + 2] as number) * first +
          (pixels[b + 2] as number) * second +
          (pixels[c + 2] as number) * third +
          (pixels[d + 2] as number) * last;
      }
    }
    return { values, placement };
  };
}

function axis(shown: number, from: number, scale: number): Axis {
  const result = { from: new Int32Array(shown), to: new Int32Array(shown), weight: new Float32Array(shown) };
  for (let at = 0; at < shown; at++) {
    const place = Math.min(from - 1, Math.max(0, (at + 0.5) / scale - 0.5));
    const low = Math.floor(place);
    result.from[at] = low;
    result.to[at] = Math.min(from - 1, low + 1);
    result.weight[at] = place - low;
  }
  return result;
}
