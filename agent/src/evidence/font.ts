/** Five columns of seven dots per character, the lowest bit on top. */
const columns: Record<string, string> = {
  ' ': '0000000000',
  '%': '2313086462',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  _: '4040404040',
  '0': '3E5149453E',
  '1': '00427F4000',
  '2': '4261514946',
  '3': '2141454B31',
  '4': '1814127F10',
  '5': '2745454539',
  '6': '3C4A494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291E',
  A: '7C1211127C',
  B: '7F49494936',
  C: '3E41414122',
  D: '7F4141413E',
  E: '7F49494941',
  F: '7F09090901',
  G: '3E41415173',
  H: '7F0808087F',
  I: '00417F4100',
  J: '2040413F01',
  K: '7F08142241',
  L: '7F40404040',
  M: '7F021C027F',
  N: '7F0408107F',
  O: '3E4141413E',
  P: '7F09090906',
  Q: '3E4151215E',
  R: '7F09192946',
  S: '2649494932',
  T: '01017F0101',
  U: '3F4040403F',
  V: '1F2040201F',
  W: '3F4038403F',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494D43',
};

export const GLYPH = { width: 6, height: 9 };

/** Whether a dot of the text is set; characters without a glyph are spaces. */
export function dotsOf(text: string): (x: number, y: number) => boolean {
  const glyphs = [...text.toUpperCase()].map((character) => Buffer.from(columns[character] ?? '0000000000', 'hex'));
  return (x, y) => {
    const column = glyphs[Math.floor(x / GLYPH.width)]?.[x % GLYPH.width] ?? 0;
    return y >= 1 && y <= 7 && ((column >> (y - 1)) & 1) === 1;
  };
}
