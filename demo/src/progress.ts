import type { Stored } from './patrol.ts';

const SUMMARY_MS = 10_000;

/** Prints a line for each report at a low rate, otherwise one every ten seconds. */
export function progressPrinter(rate: number, print: (line: string) => void): { stored: Stored; stop: () => void } {
  if (rate <= 2) return { stored: (detection) => print(sentence(detection)), stop: () => undefined };
  let reports = 0;
  let bytes = 0;
  const timer = setInterval(() => {
    print(
      `${(reports / (SUMMARY_MS / 1_000)).toFixed(1)} reports/s, ${(bytes / 1e6 / (SUMMARY_MS / 1_000)).toFixed(1)} MB/s`,
    );
    reports = 0;
    bytes = 0;
  }, SUMMARY_MS);
  return {
    stored: (detection) => {
      reports += 1;
      bytes += detection.bytes;
    },
    stop: () => clearInterval(timer),
  };
}

function sentence({ id, camera, weaponType, confidence, bytes }: Parameters<Stored>[0]): string {
  const time = new Date().toLocaleTimeString('en-GB');
  return `${time}  detection ${id}: ${weaponType} ${Math.round(confidence * 100)} %, ${camera.location} (${camera.name}), ${Math.round(bytes / 1_000)} KB`;
}
