import type { Check } from './check.ts';

export const mail: Check = {
  id: 'mail',
  why: 'Links that confirm an address or set a new password, alarms by mail and contact messages reach nobody.',
  settings: ['SMTP_URL', 'MAIL_FROM'],
  atStart: true,
  find({ config }) {
    if (config.smtpUrl !== undefined) return { state: 'ok', title: 'Mails go to a mail server' };
    return {
      state: 'unwise',
      title: 'There is no mail server',
      todo: 'Set `SMTP_URL`; until then mails are files in the folder `outbox` of `DATA_DIR`.',
    };
  },
};
