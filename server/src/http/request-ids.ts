import { randomBytes } from 'node:crypto';

/** Ids that are found in the log of any server after any restart. */
export function requestIds(): () => string {
  const server = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}
