import { pixelText, pixelTextWidth } from './pixel-text.ts';
import type { Box } from './weapon.ts';

const INK = '#f4f4f0';
const ALARM = '#ff5a36';
const MARGIN = 26;

type Overlay = {
  width: number;
  height: number;
  cameraName: string;
  at: Date;
  /** Null where the model does not draw it. */
  weapon: { label: string; box: Box } | null;
};

/** The overlay of the recorder and the model: camera, time stamp, and the weapon's box with its label, where it draws one. */
export function overlaySvg({ width, height, cameraName, at, weapon }: Overlay): string {
  const stamp = at.toISOString().replace('T', ' ').slice(0, 19);
  const line = (text: string, y: number) =>
    pixelText(text, { x: MARGIN + 2, y: y + 2, dot: 3, fill: '#00000099' }) +
    pixelText(text, { x: MARGIN, y, dot: 3, fill: INK });
  return `${line(`${stamp} UTC`, MARGIN)}${line(cameraName, height - MARGIN - 21)}
<circle cx="${width - 110}" cy="${MARGIN + 10}" r="9" fill="#e5322d"/>${pixelText('REC', { x: width - 90, y: MARGIN, dot: 3, fill: INK })}${weapon ? weaponBox(weapon.box, weapon.label, width) : ''}`;
}

function weaponBox(box: Box, label: string, width: number): string {
  const pad = 8;
  const [x, y] = [box.x - pad, box.y - pad];
  const tab = pixelTextWidth(label) * 2 + 14;
  const left = Math.max(0, Math.min(x, width - tab));
  return `<rect x="${x}" y="${y}" width="${box.width + 2 * pad}" height="${box.height + 2 * pad}" fill="none" stroke="${ALARM}" stroke-width="3"/>
<rect x="${left - 1.5}" y="${y - 26}" width="${tab}" height="26" fill="${ALARM}"/>${pixelText(label, { x: left + 6, y: y - 20, dot: 2, fill: '#1a0a06' })}`;
}
