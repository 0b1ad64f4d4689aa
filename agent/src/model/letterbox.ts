import type { Picture } from '../camera/frame.ts';

/** How a frame lies in the model's input. */
export type Placement = { scale: number; left: number; top: number };

const GREY = 114 / 255;

type Axis = { from: Int32Array; to: Int32Array; weight: Float32Array };

/** Scales pictures into a model's input, bilinear and with their proportions, as planes of 0 to 1. */
export function letterbox(width: number, height: number) {
  const plane = width * height;
  const values = new Float32Array(3 * plane);
  let prepared: { of: string; columns: Axis; rows: Axis; placement: Placement } | undefined;

  function prepare({ width: from, height: down }: Picture) {
    const of = `${from}x${down}`;
    if (prepared?.of === of) return prepared;
    const scale = Math.min(width / from, height / down);
    const shown = { width: Math.round(from * scale), height: Math.round(down * scale) };
    const placement = {
      scale,
      left: Math.floor((width - shown.width) / 2),
      top: Math.floor((height - shown.height) / 2),
    };
    values.fill(GREY);
    prepared = { of, columns: axis(shown.width, from, scale), rows: axis(shown.height, down, scale), placement };
    return prepared;
  }

  return (picture: Picture): { values: Float32Array; placement: Placement } => {
    const { columns, rows, placement } = prepare(picture);
    const { pixels, width: stride } = picture;
    const across = columns.from.length;
    for (let y = 0; y < rows.from.length; y++) {
      const upper = (rows.from[y] ?? 0) * stride;
      const lower = (rows.to[y] ?? 0) * stride;
      const down = rows.weight[y] ?? 0;
      let target = (y + placement.top) * width + placement.left;
      for (let x = 0; x < across; x++, target++) {
        const left = columns.from[x] ?? 0;
        const right = columns.to[x] ?? 0;
        const side = columns.weight[x] ?? 0;
        const [a, b, c, d] = [(upper + left) * 3, (upper + right) * 3, (lower + left) * 3, (lower + right) * 3];
        for (let colour = 0; colour < 3; colour++) {
          const first = pixels[a + colour] as number;
          const third = pixels[c + colour] as number;
          const above = first + ((pixels[b + colour] as number) - first) * side;
          const below = third + ((pixels[d + colour] as number) - third) * side;
          values[colour * plane + target] = (above + (below - above) * down) / 255;
        }
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
