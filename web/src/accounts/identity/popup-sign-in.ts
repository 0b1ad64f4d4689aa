import { POPUP_CLOSED_MS } from '@vedette/contract/limits';
import { SOCIAL_CHANNEL, type SocialOutcome } from '@vedette/contract/social-outcome';
import { reasons } from './embedded-refusals.ts';
import { type IdentityReason, identityError } from './identity-error.ts';

const LOOK_MS = 250;

/** The codes of the sign-in window. */
const popupReasons: Record<string, IdentityReason> = {
  access_denied: 'popup-cancelled',
  account_suspended: 'suspended',
  second_factor_needed: 'second-factor',
  account_not_linked: 'account-not-linked',
  email_not_found: 'no-email',
  provider_unavailable: 'provider-unavailable',
  rate_limited: 'rate-limited',
  signup_disabled: 'registration-closed',
  state_mismatch: 'popup-expired',
  state_not_found: 'popup-expired',
};

/**
 * Signs in at a provider in a separate window. Apart from what opens it, because only its users need the code.
 * @param askAddress requests the window's address from the server; `flow` identifies this attempt
 */
export async function signInByPopup(popup: Window, askAddress: (flow: string) => Promise<string>): Promise<void> {
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

function watch(popup: Window, flow: string) {
  const channel = new BroadcastChannel(SOCIAL_CHANNEL);
  let timer: ReturnType<typeof setInterval>;
  const outcome = new Promise<undefined>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<SocialOutcome>) => {
      // A result without a flow belongs to the open window.
      if (data.flow !== flow && data.flow !== '') return;
      if (data.outcome === 'signed-in') resolve(undefined);
      else reject(identityError(popupReasons[data.code] ?? reasons[data.code] ?? 'failed'));
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
