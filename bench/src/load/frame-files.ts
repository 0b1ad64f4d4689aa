import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';

const DIFFERENT_FRAMES = 8;

/** @returns paths of JPEG files that the load process sends in turn */
export async function frameFiles(folder: string, bytes: number): Promise<string[]> {
  return await Promise.all(
    Array.from({ length: DIFFERENT_FRAMES }, async (_, seed) => {
      const file = path.join(folder, `frame-${seed}.jpg`);
      writeFileSync(file, await jpegOfSize(bytes, seed));
      return file;
    }),
  );
}
