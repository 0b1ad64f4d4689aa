import { Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { type Log, type LogLevel, openLog } from '../../src/log.ts';

export type TestLog = {
  log: Log;
  /** Expects a line at `warn` or above; the test fails without it. */
  expectLine: (pattern: RegExp) => void;
  /** The test may cause this line at `warn` or above. */
  allowLine: (pattern: RegExp) => void;
  /** All lines so far, of every level. */
  lines: () => readonly string[];
};

const WARN = 40;

/** A log that fails the test when it gets an unexpected line at `warn` or above. */
export function testLog(level: LogLevel = 'info'): TestLog {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).trimEnd().split('\n'));
      done();
    },
  });
  onTestFinished(() => {
    const grave = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= WARN);
    expect(grave.filter((line) => ![...expected, ...allowed].some((pattern) => pattern.test(line)))).toEqual([]);
    expect(expected.filter((pattern) => !grave.some((line) => pattern.test(line)))).toEqual([]);
  });
  return {
    log: openLog(level, sink),
    expectLine: (pattern) => void expected.push(pattern),
    allowLine: (pattern) => void allowed.push(pattern),
    lines: () => lines,
  };
}
