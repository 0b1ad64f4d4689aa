type Fault = { pattern: RegExp; advice: string; refused?: true };

const faults: readonly Fault[] = [
  {
    pattern: /\b40[13] (unauthorized|forbidden)/i,
    advice: 'The camera refuses user and password: correct them in source, like rtsp://user:password@camera/stream',
    refused: true,
  },
  {
    pattern: /\b404 not found/i,
    advice: 'The camera has no stream at this path: correct the path in source',
    refused: true,
  },
  {
    pattern: /failed to resolve|name or service not known/i,
    advice: "The camera's name is not known: correct it in source",
  },
  {
    pattern: /connection refused|timed out|no route to host|network is unreachable/i,
    advice: 'The camera does not answer: look at its power, its network, and the address and port in source',
  },
  { pattern: /spawn ffmpeg ENOENT/, advice: 'ffmpeg is not installed: apt-get install ffmpeg' },
];

/** Advice for a source that ended with this message; `refused`: the next attempt should wait for longer. */
export function adviceFor(message: string): { advice: string | undefined; refused: boolean } {
  const fault = faults.find((it) => it.pattern.test(message));
  return { advice: fault?.advice, refused: fault?.refused ?? false };
}
