import path from 'node:path';
import { type ChildServer, startChildServer, startNeighbour } from './child-server.ts';
import { createDatabase } from './new-database.ts';

/** A list with at least one element. */
export type ServerGroup = readonly [ChildServer, ...ChildServer[]];

/** Starts several servers on one new database, with the same guard and device. */
export async function startServerGroup(options: {
  /** The address of a PostgreSQL server that allows new databases. */
  postgresUrl: string;
  folder: string;
  /** The name of the database and of the servers' data folders. */
  name: string;
  size: number;
  atEnd: (stop: () => unknown) => void;
  /** Statements for the database before the servers start. */
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
