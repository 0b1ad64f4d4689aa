import { hostname } from 'node:os';
import { ErrorAnswer } from '@vedette/contract/error';
import { SettingsAnswer } from '@vedette/contract/settings';
import type { Config } from '../config.ts';
import type { Api } from '../http/api.ts';
import { SERVER_VERSION } from '../version.ts';
import type { CheckDuty } from './duty-checks.ts';
import { presentSetting } from './settings.present.ts';

type Parts = { config: Pick<Config, 'settings' | 'databaseUrl'>; checkDuty: CheckDuty };

/** With TEAM only. */
export function settingsRoutes(api: Api, { config, checkDuty }: Parts): void {
  const server = { host: hostname(), version: SERVER_VERSION, several: config.databaseUrl !== undefined };
  const settings = config.settings.map(presentSetting);
  api.get(
    '/api/settings',
    {
      config: { action: 'settings.read' },
      schema: { tags: ['settings'], response: { 200: SettingsAnswer, '4xx': ErrorAnswer } },
    },
    async (): Promise<SettingsAnswer> => ({ success: true, server, settings, checks: await checkDuty() }),
  );
}
