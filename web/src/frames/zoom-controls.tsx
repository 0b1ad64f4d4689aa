import { IconMaximize, IconMinimize, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';

type Props = {
  scale: number;
  isFull: boolean;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
  /** null where the browser cannot. */
  onFullScreen: (() => void) | null;
};

export function ZoomControls({ scale, isFull, onZoomIn, onZoomOut, onFit, onFullScreen }: Props) {
  return (
    <div className="ml-auto flex items-center sm:gap-0.5">
      <Tool name="Zoom out" shortcut="-" Icon={IconZoomOut} onClick={onZoomOut} />
      <output aria-label="Zoom" className="w-12 text-center text-sm text-muted tabular-nums max-sm:hidden">
        {Math.round(scale * 100)}%
      </output>
      <Tool name="Zoom in" shortcut="+" Icon={IconZoomIn} onClick={onZoomIn} />
      <Tool name="Reset zoom" shortcut="0" Icon={IconZoomReset} onClick={onFit} />
      {onFullScreen && (
        <Tool name="Full screen" pressed={isFull} Icon={isFull ? IconMinimize : IconMaximize} onClick={onFullScreen} />
      )}
    </div>
  );
}

type ToolProps = {
  name: string;
  Icon: typeof IconZoomIn;
  /** Keys that work while the focus is in the viewer. */
  shortcut?: string;
  pressed?: boolean;
  onClick: () => void;
};

function Tool({ name, Icon, shortcut, pressed, onClick }: ToolProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon size="1.2rem" stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
