import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FITTED, type Point, panBy, type Zoom, zoomAt } from './zoom.ts';

const STEP = 1.5;
const CLOSER = 2.5;
const PAN_PX = 60;
const MIDDLE: Point = { x: 0, y: 0 };

/** Only while the picture is larger than its view; otherwise the arrow keys scroll the dialog. */
const ways: Record<string, [x: number, y: number]> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
};

type Parts = {
  /** The element whose key events zoom. */
  area: RefObject<HTMLElement | null>;
  /** The element with the picture. */
  view: RefObject<HTMLElement | null>;
  /** By the bare wheel, too, where it has nothing to scroll. */
  byWheel: boolean;
};

/** Zoom and pan by pointer, pinch, wheel, double click, and by keys while the focus is in the area. */
export function useZoom({ area, view, byWheel }: Parts) {
  const [zoom, setZoom] = useState<Zoom>(FITTED);
  const pointers = useRef(new Map<number, Point>());

  function size() {
    return { width: view.current?.clientWidth ?? 0, height: view.current?.clientHeight ?? 0 };
  }

  function change(factor: number, at = MIDDLE) {
    setZoom((before) => zoomAt(before, { factor, at, view: size() }));
  }

  function pan(x: number, y: number) {
    setZoom((before) => panBy(before, { by: { x, y }, view: size() }));
  }

  function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = view.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!byWheel && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    change(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromMiddle(event));
  });

  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return;
    pointers.current.set(event.pointerId, fromMiddle(event));
    view.current?.setPointerCapture(event.pointerId);
  });

  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    pointers.current.set(event.pointerId, now);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return pan(now.x - before.x, now.y - before.y);
    change(distance(now, other) / Math.max(1, distance(before, other)), {
      x: (now.x + other.x) / 2,
      y: (now.y + other.y) / 2,
    });
    return pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  });

  const onPointerEnd = useEffectEvent((event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  });

  const onDoubleClick = useEffectEvent((event: MouseEvent) => {
    if (zoom.scale > 1) setZoom(FITTED);
    else change(CLOSER, fromMiddle(event));
  });

  const steps: Record<string, () => void> = {
    '+': () => change(STEP),
    '=': () => change(STEP),
    '-': () => change(1 / STEP),
    '0': () => setZoom(FITTED),
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = zoom.scale > 1 ? ways[event.key] : undefined;
    const step = way ? () => pan(...way) : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  });

  useEffect(() => {
    const [whole, picture] = [area.current, view.current];
    if (!whole || !picture) return;
    const listening = new AbortController();
    const { signal } = listening;
    // React's own wheel listener could not keep the page from zooming.
    picture.addEventListener('wheel', (event) => onWheel(event), { signal, passive: false });
    picture.addEventListener('pointerdown', (event) => onPointerDown(event), { signal });
    picture.addEventListener('pointermove', (event) => onPointerMove(event), { signal });
    picture.addEventListener('pointerup', (event) => onPointerEnd(event), { signal });
    picture.addEventListener('pointercancel', (event) => onPointerEnd(event), { signal });
    picture.addEventListener('dblclick', (event) => onDoubleClick(event), { signal });
    whole.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    return () => listening.abort();
  }, [area, view]);

  return { zoom, zoomIn: () => change(STEP), zoomOut: () => change(1 / STEP), fit: () => setZoom(FITTED) };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
