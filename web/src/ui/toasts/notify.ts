import { LONG_TOAST_MS, TOAST_MS } from '@vedette/contract/limits';
import type { ExternalToast } from 'sonner';
import { freeToastPlace, TOAST_TOP } from './toast-place.ts';

/** After this no frame is waited for. */
const FRAME_MS = 100;

type Notice = { title?: string; description: string; long?: boolean } & Pick<
  ExternalToast,
  'id' | 'action' | 'duration' | 'onDismiss' | 'onAutoClose'
>;

/** Shows toasts. Their code is loaded separately, so that the first paint does not wait for it. */
export const notify = {
  success: (notice: Notice | string) => show('success', 'Success', notice),
  error: (notice: Notice | string) => show('error', 'Error', notice),
  warning: (notice: Notice | string) => show('warning', 'Warning', notice),
  info: (notice: Notice | string) => show('info', 'Info', notice),
};

async function show(kind: 'success' | 'error' | 'warning' | 'info', defaultTitle: string, notice: Notice | string) {
  const {
    title = defaultTitle,
    description,
    long = false,
    ...more
  } = typeof notice === 'string' ? { description: notice } : notice;
  const { toast } = await import('sonner');
  // What the action changes is drawn first: a dialog that it closes takes its buttons away.
  await nextFrame();
  const { position, top } = freeToastPlace();
  document.documentElement.style.setProperty(TOAST_TOP, `${top}px`);
  toast[kind](title, { description, position, duration: long ? LONG_TOAST_MS : TOAST_MS, ...more });
}

/** A hidden tab draws no frames. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, FRAME_MS);
  });
}
