import { POPUP_CLOSED_MS } from '@vedette/contract/limits';
import { SOCIAL_CHANNEL, type SocialOutcome } from '@vedette/contract/social-outcome';
import { popupFailure } from './embedded-refusals.ts';
import { identityError } from './identity-error.ts';

const LOOK_MS = 250;
const WIDTH = 520;
const HEIGHT = 680;

/**
 * Signs in at a provider in a separate window.
 * @param askAddress requests the window's address from the server; `flow` identifies this attempt
 */
export async function signInByPopup(askAddress: (flow: string) => Promise<string>): Promise<void> {
  // The window opens before the first await, because browsers open windows only inside a click handler.
  const popup = window.open('about:blank', '_blank', features());
  if (!popup) throw identityError('popup-blocked');
  const flow = `flow-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('')}`;
  const attempt = watch(popup, flow);
  try {
    const address = await Promise.race([askAddress(flow), attempt.outcome]);
    if (address !== undefined) popup.location.replace(address);
    await attempt.outcome;
  } catch (error) {
    popup.close();
    throw error;
  } finally {
    attempt.stop();
  }
}

/** Calls back when a sign-in finishes in any window of this browser. */
export function followPopups(onSignedIn: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(SOCIAL_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SocialOutcome>) => {
    if (data.outcome === 'signed-in') onSignedIn();
  };
  return () => channel.close();
}

function watch(popup: Window, flow: string) {
  const channel = new BroadcastChannel(SOCIAL_CHANNEL);
  let timer: ReturnType<typeof setInterval>;
  const outcome = new Promise<undefined>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<SocialOutcome>) => {
      // A result without a flow belongs to the open window.
      if (data.flow !== flow && data.flow !== '') return;
      if (data.outcome === 'signed-in') resolve(undefined);
      else reject(popupFailure(data.code));
    };
    let closedSince: number | null = null;
    timer = setInterval(() => {
      // A provider's opener policy can make an open window look closed; only the channel reports the result then.
      closedSince = popup.closed ? (closedSince ?? Date.now()) : null;
      if (closedSince !== null && Date.now() - closedSince >= POPUP_CLOSED_MS) reject(identityError('popup-closed'));
    }, LOOK_MS);
  });
  return {
    outcome,
    stop: () => {
      clearInterval(timer);
      channel.close();
    },
  };
}

function features(): string {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`;
}
