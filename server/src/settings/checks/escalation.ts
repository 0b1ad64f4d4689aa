import type { EscalationRule } from '@vedette/contract/escalation';
import type { Check, CheckParts } from './check.ts';

export const escalation: Check = {
  id: 'escalation',
  why: 'When nobody looks at a screen, an alarm stays unanswered unless it is sent to somebody outside.',
  page: '/escalation',
  settings: ['SMTP_URL', 'WEBHOOK_SECRET', 'NTFY_URL'],
  atStart: true,
  async find(parts) {
    const { rules } = await parts.policy();
    const reached = await Promise.all(rules.map((rule) => isReached(rule, parts)));
    const silent = rules.filter((_, index) => !reached[index]);
    if (rules.length > 0 && silent.length === 0)
      return { state: 'ok', title: 'Unanswered alarms are sent to somebody outside' };
    const names = silent.map(({ name }) => `'${name}'`).join(', ');
    return {
      state: 'unwise',
      title:
        rules.length === 0
          ? 'Unanswered alarms are sent to nobody: the policy has no rule'
          : `Unanswered alarms stay on the screens: ${names}`,
      todo: 'Give the policy a receiver by push, mail, webhook or ntfy that can be reached: a browser that receives push messages, a confirmed address and `SMTP_URL`, or `WEBHOOK_SECRET`.',
    };
  },
};

async function isReached({ rungs }: EscalationRule, { config, reaches }: CheckParts): Promise<boolean> {
  for (const receiver of rungs.flatMap(({ receivers }) => receivers)) {
    // Without a mail server a mail stays in a folder.
    if (receiver.kind === 'email' && config.smtpUrl === undefined) continue;
    if (receiver.kind === 'webhook' && config.escalation.webhookSecret === undefined) continue;
    if (await reaches(receiver)) return true;
  }
  return false;
}
