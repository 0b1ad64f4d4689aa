import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { classNames } from '../../ui/class-names.ts';

const looks = {
  waiting: { look: 'bg-sunken text-muted', Icon: IconClock },
  wrong: { look: 'bg-caution-soft text-caution-ink', Icon: IconAlertTriangle },
  done: { look: 'bg-calm-soft text-calm-ink', Icon: IconCheck },
} as const;
export type StepState = keyof typeof looks;

/** A step of connecting a camera that changes by itself, so that an installer sees that it works. */
export function InstallStep({ state, children }: { state: StepState; children: string }) {
  const { look, Icon } = looks[state];
  return (
    <p role="status" className={classNames('flex items-center gap-3 rounded-lg px-4 py-3 text-sm font-medium', look)}>
      <Icon size="1.25rem" className="shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}
