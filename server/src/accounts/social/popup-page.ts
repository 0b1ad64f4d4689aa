import { SOCIAL_CHANNEL } from '@vedette/contract/social-outcome';

/** The last page of a sign-in popup: `?flow=…`, and `&error=…` when it failed. */
export const POPUP_PATH = '/api/auth/popup';
export const POPUP_SCRIPT_PATH = '/api/auth/popup.js';

export const POPUP_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Signing in</title>
    <script src="${POPUP_SCRIPT_PATH}"></script>
  </head>
  <body>
    <p>You can close this window.</p>
  </body>
</html>
`;

/** A BroadcastChannel, because an issuer with a strict opener policy cuts the popup off from the window that opened it. */
export const POPUP_SCRIPT = `const parameters = new URLSearchParams(location.search);
const flow = parameters.get('flow') ?? '';
const code = parameters.get('error');
const channel = new BroadcastChannel('${SOCIAL_CHANNEL}');
channel.postMessage(code === null ? { flow, outcome: 'signed-in' } : { flow, outcome: 'failed', code });
channel.close();
window.close();
`;
