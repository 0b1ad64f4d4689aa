import { useEffect, useState } from 'react';
import { type DebugLine, onDebugLine } from '../../api/debug-log.ts';

const KEPT = 500;

/** The log lines since this page was opened, oldest first. @param earlier lines from before the page was reloaded */
export function useDebugLines(earlier: readonly DebugLine[] = []) {
  const [lines, setLines] = useState(earlier);
  useEffect(() => onDebugLine((line) => setLines((before) => [...before, line].slice(-KEPT))), []);
  return { lines, clear: () => setLines([]) };
}
