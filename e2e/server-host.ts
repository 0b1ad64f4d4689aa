import { readConfig } from '../server/src/config.ts';
import { type OpenServer, openServer } from '../server/src/open-server.ts';

/** The messages between a journey and the process that runs its server. */
export type Order = { open: Record<string, string> } | 'close';
export type Done = { refused?: string };

let server: OpenServer | undefined;

/** Opens one server after the other like main.ts, but loads their code only once. */
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
