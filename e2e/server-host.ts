import { readConfig } from '../server/src/config.ts';
import { type OpenServer, openServer } from '../server/src/open-server.ts';

/** What a journey asks of the process that runs its server, and what it is told when that is done. */
export type Order = { open: Record<string, string> } | 'close';
export type Done = { refused?: string };

let server: OpenServer | undefined;

/** One server after the other, each opened as main.ts opens it: only the loading of their code is done once. */
async function obey(order: Order) {
  if (order === 'close') {
    server?.app.server.closeAllConnections();
    await server?.app.close();
    await server?.closeParts();
    server = undefined;
    return;
  }
  const settings = readConfig(order.open);
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  server = await openServer(settings.config);
  await server.listen();
}

process.on('message', (order: Order) => {
  obey(order).then(
    () => process.send?.({} satisfies Done),
    (error) => process.send?.({ refused: error instanceof Error ? String(error.stack) : String(error) } satisfies Done),
  );
});
process.on('disconnect', () => process.exit());
