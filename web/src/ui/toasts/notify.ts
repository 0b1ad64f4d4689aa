import { LONG_TOAST_MS, TOAST_MS } from '@vedette/contract/limits';
import { freeToastPlace } from './toast-place.ts';

type Notice = { title?: string; description: string; long?: boolean };

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
  } = typeof notice === 'string' ? { description: notice } : notice;
  const { toast } = await import('sonner');
  toast[kind](title, { description, position: freeToastPlace(), duration: long ? LONG_TOAST_MS : TOAST_MS });
}
