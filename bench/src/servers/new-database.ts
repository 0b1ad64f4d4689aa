import pg from 'pg';

/**
 * @param postgresUrl the address of a server that allows new databases
 * @param options.prepare statements for the new database
 * @returns the address of the new database
 */
export async function createDatabase(
  postgresUrl: string,
  { name, prepare = [] }: { name: string; prepare?: readonly string[] },
): Promise<string> {
  await execute(postgresUrl, [`create database ${name}`]);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await execute(url.href, prepare);
  return url.href;
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
