import { IconRefresh, IconSquare, IconSquareCheck } from '@tabler/icons-react';
import type { Detection } from '@vedette/contract/detection';
import { useEffect, useRef, useState } from 'react';
import { describeWeapon, formatConfidence } from '../detections/format.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { describeBox } from './frame-box.ts';
import { DAMAGED, FrameFace, FrameLoading } from './frame-faces.tsx';
import { FramePicture } from './frame-picture.tsx';
import { SmallCopy } from './small-copy.tsx';
import { type Frame, useFrame } from './use-frame.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useSmallCopy } from './use-small-copy.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomControls } from './zoom-controls.tsx';

/** @param alone where nothing stands beside it: the picture is larger, and its keys work at once */
export function FramePanel({ detection, alone = false }: { detection: Detection; alone?: boolean }) {
  const { frame, refresh } = useFrame(detection);
  const copy = useSmallCopy({ detection, frame, refresh });
  const area = useRef<HTMLElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [showsBox, setShowsBox] = useState(true);
  const { isFull, toggle } = useFullScreen(area);
  const { zoom, zoomIn, zoomOut, fit } = useZoom({ area, view, byWheel: alone || isFull });

  const { box, annotated } = detection;
  const drawable =
    box && !annotated
      ? { box, weapon: describeWeapon(detection), confidence: formatConfidence(detection.confidence) }
      : null;
  const isShown = frame.state === 'picture' && !copy.picture;

  useEffect(() => {
    if (alone) area.current?.focus({ preventScroll: true });
  }, [alone]);

  return (
    <section
      ref={area}
      aria-label="Frame viewer"
      tabIndex={-1}
      className={classNames('flex flex-col gap-3', isFull && 'bg-surface p-3')}
    >
      <div
        ref={view}
        className={classNames(
          'relative overflow-hidden rounded-xl select-none',
          frame.state === 'picture' && 'bg-black',
          // The same size before and after the picture has loaded.
          isFull ? 'min-h-0 grow' : alone ? 'max-sm:aspect-video sm:h-[62dvh]' : 'aspect-video max-h-[62dvh] w-full',
          zoom.scale > 1 ? 'cursor-grab touch-none' : 'touch-pan-y',
        )}
      >
        {frame.state === 'picture' ? (
          <FramePicture
            key={frame.address}
            address={frame.address}
            name={nameOf(detection)}
            zoom={zoom}
            box={showsBox ? drawable : null}
            onLoaded={copy.onFrameLoaded}
            onFailed={frame.onFailed}
          />
        ) : (
          !copy.picture && <NoPicture frame={frame} />
        )}
        {copy.picture && <SmallCopy of={copy.picture} />}
      </div>
      <div className="flex min-h-9.5 flex-wrap items-center gap-2">
        <Button
          variant="outline"
          size="small"
          busy={frame.state === 'loading'}
          onClick={() => {
            fit();
            refresh();
          }}
        >
          <IconRefresh size="1rem" stroke={1.75} aria-hidden="true" />
          Refresh Frame
        </Button>
        {isShown && drawable && (
          <Button variant="outline" size="small" aria-pressed={showsBox} onClick={() => setShowsBox(!showsBox)}>
            <BoxIcon shown={showsBox} />
            Show box
          </Button>
        )}
        {isShown && (
          <ZoomControls
            scale={zoom.scale}
            isFull={isFull}
            onZoomIn={zoomIn}
            onZoomOut={zoomOut}
            onFit={fit}
            onFullScreen={toggle}
          />
        )}
      </div>
    </section>
  );
}

function BoxIcon({ shown }: { shown: boolean }) {
  const Icon = shown ? IconSquareCheck : IconSquare;
  return <Icon size="1rem" stroke={1.75} aria-hidden="true" />;
}

function nameOf(detection: Detection): string {
  const name = `Frame of detection ${detection.id}`;
  return detection.box ? `${name}: ${describeWeapon(detection)} ${describeBox(detection.box)}` : name;
}

/** The reason why no picture is shown. */
function NoPicture({ frame }: { frame: Exclude<Frame, { state: 'picture' }> }) {
  if (frame.state === 'loading') return <FrameLoading />;
  if (frame.state === 'broken') return <FrameFace face="broken" title="Image failed to display" />;
  if (frame.state === 'damaged') {
    return (
      <FrameFace face="broken" title={DAMAGED}>
        Its stored bytes are not those that the camera sent. Tell your administrator.
      </FrameFace>
    );
  }
  return (
    <FrameFace face={frame.state} title="Detection frame not available">
      {frame.reason}
    </FrameFace>
  );
}
