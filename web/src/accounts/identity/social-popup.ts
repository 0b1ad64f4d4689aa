import { SOCIAL_CHANNEL, type SocialOutcome } from '@vedette/contract/social-outcome';
import { identityError } from './identity-error.ts';

const WIDTH = 520;
const HEIGHT = 680;

/** Opens an empty window for a sign-in at a provider. */
export function openPopup(): Window {
  const popup = window.open('about:blank', '_blank', features());
  if (!popup) throw identityError('popup-blocked');
  return popup;
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

function features(): string {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`;
}
