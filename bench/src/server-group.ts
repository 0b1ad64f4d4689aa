import path from 'node:path';
import { type ChildServer, startChildServer, startNeighbour } from './child-server.ts';
import { createDatabase } from './new-database.ts';

/** At least one. */
export type ServerGroup = readonly [ChildServer, ...ChildServer[]];

/** So many servers on one database of their own. All know the same guard and the same device. */
export async function startServerGroup(options: {
  /** Of the PostgreSQL server, where databases may be made. */
  postgresUrl: string;
  folder: string;
  /** Of the database, and of the servers' data folders. */
  name: string;
  size: number;
  atEnd: (stop: () => unknown) => void;
  /** What is to be said to the database before the servers see it. */
  prepare?: readonly string[];
}): Promise<ServerGroup> {
  const { size, atEnd } = options;
  const databaseUrl = await createDatabase(options.postgresUrl, options);
  const dataDir = (number: number) => path.join(options.folder, `${options.name}-${number}`);
  const first = await startChildServer({ dataDir: dataDir(1), databaseUrl });
  atEnd(first.stop);
  const neighbours: ChildServer[] = [];
  for (let number = 2; number <= size; number += 1) {
    const neighbour = await startNeighbour(first, { dataDir: dataDir(number), databaseUrl });
    atEnd(neighbour.stop);
    neighbours.push(neighbour);
  }
  return [first, ...neighbours];
}
