import type { SettingReader } from './setting-reader.ts';
import { longSecret } from './setting-values.ts';

/** What reaches people outside needs, besides the policy. */
export type EscalationSettings = {
  /** Signs webhooks; absent: none are sent. */
  webhookSecret: string | undefined;
  ntfyUrl: string;
  ntfyToken: string | undefined;
  /** Where push services reach who runs this site. */
  vapidSubject: string;
};

const NAMES = ['WEBHOOK_SECRET', 'NTFY_URL', 'NTFY_TOKEN', 'VAPID_SUBJECT'] as const;

type Others = { team: boolean; publicUrl: string | undefined; mailFrom: string };

export function readEscalation(options: SettingReader & Others): EscalationSettings {
  const { read, isSet, complain, team, publicUrl, mailFrom } = options;
  const settings = {
    webhookSecret: read<string | undefined>('WEBHOOK_SECRET', longSecret, undefined),
    ntfyUrl: read('NTFY_URL', ntfyServer, 'https://ntfy.sh'),
    ntfyToken: read<string | undefined>('NTFY_TOKEN', token, undefined),
    vapidSubject: read('VAPID_SUBJECT', vapidSubject, defaultSubject(publicUrl, mailFrom)),
  };
  if (!team) for (const name of NAMES.filter(isSet)) complain(`${name}=…: has no effect without TEAM=true`);
  return settings;
}

function ntfyServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer = url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '';
  if (!isServer || url.search !== '' || url.hash !== '') {
    throw new Error('must look like https://ntfy.example.org or http://10.0.0.5:8080; the token is NTFY_TOKEN');
  }
  return `${url.origin}${url.pathname}`;
}

function token(text: string): string {
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) throw new Error('must be an access token of ntfy, without spaces');
  return text;
}

function vapidSubject(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'mailto:' && url.pathname.includes('@'))) {
    throw new Error('must look like mailto:guard@example.org or https://guard.example.org');
  }
  return text;
}

function defaultSubject(publicUrl: string | undefined, mailFrom: string): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
