/**
 * The font of the camera's overlay, 5 × 7 dots per glyph, which needs no fonts on the machine. Each letter is followed by
 * its seven rows from top to bottom, each row five bits as a base-32 digit.
 */
const TABLE = `
  A ehhvhhh  B uhhuhhu  C ehggghe  D uhhhhhu  E vgguggv  F vgguggg  G ehgnhhf  H hhhvhhh  I e44444e
  J 72222ic  K hikokih  L ggggggv  M hrllhhh  N hhpljhh  O ehhhhhe  P uhhuggg  Q ehhhlid  R uhhukih
  S fgge11u  T v444444  U hhhhhhe  V hhhhha4  W hhhllla  X hha4ahh  Y hha4444  Z v1248gv
  0 ehjlphe  1 4c4444e  2 eh1248v  3 v2421he  4 26aiv22  5 vgu11he  6 68guhhe  7 v124888  8 ehhehhe
  9 ehhf12c  : 0cc0cc0  - 000e000  . 00000cc  / 01248g0  % op248j3`;

const rowsByLetter = new Map([...TABLE.matchAll(/(\S) (\S{7})/g)].map(([, letter, rows]) => [letter, rows]));

const ADVANCE = 6;

/** The width in dots: times `dot` gives pixels. */
export function pixelTextWidth(text: string): number {
  return text.length * ADVANCE - 1;
}

/** One SVG path with its top left corner at (x, y); a letter without a glyph leaves a gap. */
export function pixelText(text: string, at: { x: number; y: number; dot: number; fill: string }): string {
  const runs = [...text.toUpperCase()].flatMap((letter, index) => glyphRuns(letter, index * ADVANCE));
  return `<path transform="translate(${at.x} ${at.y}) scale(${at.dot})" fill="${at.fill}" d="${runs.join('')}"/>`;
}

function glyphRuns(letter: string, left: number): string[] {
  return [...(rowsByLetter.get(letter) ?? '')].flatMap((digit, row) => {
    const bits = Number.parseInt(digit, 32).toString(2).padStart(5, '0');
    return [...bits.matchAll(/1+/g)].map((run) => `M${left + run.index} ${row}h${run[0].length}v1h-${run[0].length}z`);
  });
}
