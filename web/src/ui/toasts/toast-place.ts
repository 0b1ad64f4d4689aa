type Position = 'bottom-right' | 'bottom-center' | 'bottom-left' | 'top-center' | 'top-right' | 'top-left';

/** `top` is the distance of a toast at the top from the edge of the screen, in pixels. */
export type ToastPlace = { position: Position; top: number };

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** The style property with the distance. */
export const TOAST_TOP = '--toast-top';

/** As large as a toast with two lines of description. */
const WIDTH = 352;
const HEIGHT = 104;
const MARGIN = 24;
const NARROW_MARGIN = 16;
/** Below this width toasts take the whole width, as the library lays them out. */
const NARROW = 600;

/** On a narrow screen toasts at the top are tried at distances this far apart. */
const STEP = 4;

const wide: readonly Position[] = [
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'top-center',
  'top-right',
  'top-left',
];
const PRESSABLE = 'a[href], button, input, select, textarea, summary, [role="menuitem"], [role="option"]';
/** A dialog that closes is drawn a while longer. */
const DIALOG = ':is([role="dialog"]:not([popover]), [role="alertdialog"]):not([data-closed])';
/** The links at the top of the page are covered rather than the controls of its content. */
const CONTENT_WEIGHT = 10;

/** Where a toast covers the fewest controls at this moment: a toast must not take a press that is meant for a button. */
export function freeToastPlace(): ToastPlace {
  const controls = pressableControls();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const places = width < NARROW ? narrowPlaces(height) : wide.map((position) => ({ position, top: MARGIN }));
  const costs = places.map((place) => {
    const box = boxOf(place, { width, height });
    return controls.reduce((cost, control) => (intersect(box, control.box) ? cost + control.weight : cost), 0);
  });
  return places[costs.indexOf(Math.min(...costs))] ?? { position: 'bottom-right', top: MARGIN };
}

/** A narrow screen is full of controls, with gaps between them anywhere. */
function narrowPlaces(height: number): ToastPlace[] {
  const places: ToastPlace[] = [{ position: 'bottom-center', top: NARROW_MARGIN }];
  for (let top = NARROW_MARGIN; top <= height - HEIGHT - NARROW_MARGIN; top += STEP) {
    places.push({ position: 'top-center', top });
  }
  return places;
}

function pressableControls(): { box: Box; weight: number }[] {
  const dialog = [...document.querySelectorAll(DIALOG)].at(-1);
  return [...(dialog ?? document).querySelectorAll<HTMLElement>(PRESSABLE)]
    .filter((control) => !control.closest('[data-sonner-toaster], [inert]') && control.checkVisibility())
    .map((control) => ({
      box: control.getBoundingClientRect(),
      weight: control.closest('header, footer') ? 1 : CONTENT_WEIGHT,
    }));
}

function boxOf({ position, top: fromTop }: ToastPlace, { width, height }: { width: number; height: number }): Box {
  const isNarrow = width < NARROW;
  const margin = isNarrow ? NARROW_MARGIN : MARGIN;
  const [side, align] = position.split('-');
  const boxWidth = isNarrow ? width - 2 * margin : WIDTH;
  const lefts: Record<string, number> = {
    left: margin,
    center: (width - boxWidth) / 2,
    right: width - margin - boxWidth,
  };
  const left = lefts[align ?? 'center'] ?? margin;
  const top = side === 'top' ? fromTop : height - margin - HEIGHT;
  return { left, top, right: left + boxWidth, bottom: top + HEIGHT };
}

function intersect(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
