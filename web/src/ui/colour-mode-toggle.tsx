import { IconMoon, IconSun } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { toggleColourMode, useColourMode } from './colour-mode.ts';

export function ColourModeToggle() {
  const Icon = useColourMode() === 'dark' ? IconSun : IconMoon;
  return (
    <Button variant="outline" size="icon" aria-label="Toggle colour mode" onClick={toggleColourMode}>
      <Icon size="1.2rem" stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
