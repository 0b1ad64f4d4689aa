import { PRODUCT } from '@vedette/contract/public-config';
import type { Config } from './config.ts';
import type { Api } from './http/api.ts';
import { ownOrigins } from './http/guards/own-origin.ts';
import { isLoopback } from './setting-values.ts';

type Start = {
  config: Config;
  hasAccounts: boolean;
  hasAdministrator: boolean;
  /** What a team's installation lacks, in words. */
  unwise: readonly string[];
};

/** Prints the address of the server and the next steps. */
export function announce(app: Api, { config, ...found }: Start): void {
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port;
  for (const line of announcement({ config: { ...config, port }, ...found })) console.log(line);
}

export function announcement({ config, hasAccounts, hasAdministrator, unwise }: Start): string[] {
  const [address] = ownOrigins(config);
  const domains = config.allowedEmailDomains.join(', ');
  const lines = [`${PRODUCT} is running at ${address}`];
  if (config.publicUrl === undefined && !isLoopback(config.host)) {
    lines.push('Set PUBLIC_URL to the address that people type: from any other, nobody can sign in.');
  }
  if (config.registration === 'open') {
    lines.push(
      ...(hasAccounts
        ? [`Anybody with an address at ${domains} may sign up; REGISTRATION=closed ends that.`]
        : [`Make the first account: open ${address}/auth and choose Sign Up,`, `with an address at ${domains}.`]),
    );
  }
  if (config.team && hasAccounts && !hasAdministrator) {
    lines.push('Nobody is an administrator: npm run account -- role <address> administrator makes one.');
  }
  if (config.smtpUrl !== undefined && config.contactTo === config.mailFrom) {
    lines.push(
      `Contact messages are mailed to ${config.contactTo} and kept in the database; CONTACT_TO names who reads them.`,
    );
  }
  if (hasAccounts && unwise.length > 0) {
    lines.push(`Not ready for duty: ${unwise.join('; ')}. Administrators see more at ${address}/settings`);
  }
  return lines;
}
