import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The absolute path of a file in this repository. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

export type Step = { instruction: string; text: string };
export type Stage = { from: string; name: string; steps: Step[] };

/** The stages of an image recipe, in order. */
export function imageStages(file = 'deploy/Dockerfile'): Stage[] {
  const stages: Stage[] = [];
  for (const line of readFileSync(inRepository(file), 'utf8').split('\n')) {
    const [, instruction, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (instruction === undefined || text === undefined) continue;
    if (instruction === 'FROM') {
      const [from = '', , name = ''] = text.split(' ');
      stages.push({ from, name, steps: [] });
    } else stages.at(-1)?.steps.push({ instruction, text });
  }
  return stages;
}

/** The copies of a stage, from the repository or from an earlier stage. */
export function copiesOf({ steps }: Stage): { from: string | undefined; sources: string[]; target: string }[] {
  return steps
    .filter(({ instruction }) => instruction === 'COPY')
    .map(({ text }) => {
      const words = text.split(' ');
      const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
      return { from, sources: words.slice(0, -1), target: words.at(-1) ?? '' };
    });
}

/** The words of a step in list form. */
export function wordsOf({ steps }: Stage, instruction: string): string[] {
  const text = steps.find((step) => step.instruction === instruction)?.text ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
