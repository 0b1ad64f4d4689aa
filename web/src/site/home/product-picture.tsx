import { useColourMode } from '../../ui/colour-mode.ts';
import dark from './dashboard-dark.webp';
import light from './dashboard-light.webp';

/** The dashboard itself, in the colour mode of the page. `node scripts/screenshot.mjs` takes the pictures. */
export function ProductPicture() {
  return (
    <img
      src={useColourMode() === 'dark' ? dark : light}
      alt="The Vedette dashboard: active weapon threats as cards, each with its captured frame, weapon, threat level, place and camera"
      width={1350}
      height={1080}
      className="h-auto w-full rounded-2xl border border-line shadow-float"
    />
  );
}
