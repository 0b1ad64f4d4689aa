import { bench } from './commands/bench.ts';
import { check } from './commands/check.ts';
import { showOutbox } from './commands/outbox-command.ts';
import { run } from './commands/run.ts';
import { snapshot } from './commands/snapshot.ts';
import { help } from './help.ts';
import { redact } from './log.ts';
import { readSettings } from './settings/read-settings.ts';
import type { SettingName, Settings } from './settings/settings.ts';

type Command = {
  needs: readonly SettingName[];
  start: (settings: Settings, rest: readonly string[]) => Promise<number>;
};

const commands: Record<string, Command> = {
  run: { needs: ['source', 'detector', 'server', 'key-file'], start: run },
  check: { needs: ['source', 'detector', 'server', 'key-file'], start: check },
  snapshot: { needs: ['source', 'detector'], start: snapshot },
  outbox: { needs: [], start: showOutbox },
  bench: { needs: ['source', 'detector'], start: bench },
};

async function main([name = '', ...args]: string[]): Promise<number> {
  if ([name, ...args].includes('--help') || name === 'help') {
    console.log(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(
      `${name ? `There is no command ${name}. ` : ''}Commands: ${Object.keys(commands).join(', ')}; --help shows an example.`,
    );
    return 2;
  }
  const read = readSettings(args, process.env, command.needs);
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) console.error(redact(`Wrong setting: ${mistake}`));
    return 2;
  }
  return command.start(read.settings, read.rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(redact(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
