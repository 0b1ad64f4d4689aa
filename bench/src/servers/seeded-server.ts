import { databaseAddress, openDatabase } from '../../../server/src/db/database.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { seedDetections } from './seed-detections.ts';

/** A server whose database holds `count` detections of the last thirty days. */
export async function startSeededServer(options: {
  dataDir: string;
  count: number;
  databaseUrl?: string;
}): Promise<ChildServer> {
  const { dataDir, count, databaseUrl } = options;
  // The product creates the schema, the guard and the device.
  const first = await startChildServer(options);
  await first.stop();
  const database = openDatabase(databaseAddress(dataDir, databaseUrl));
  await seedDetections(database, { count, now: Date.now() });
  await database.close();
  return await startChildServer(options);
}
