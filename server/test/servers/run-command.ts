import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs a built command line of the server on a data folder. */
export function runCommand(
  name: string,
  words: readonly string[],
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Outcome> {
  const program = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout, stderr }),
    );
  });
}
