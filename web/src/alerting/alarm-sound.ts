const TONES_HZ = [880, 660] as const;
const TONE_S = 0.17;
const PAUSE_S = 0.03;
const PAIRS = 3;
/** Rising and falling this long, a tone does not click. */
const EDGE_S = 0.012;
const LOUDNESS = 0.55;

/**
 * The alarm, computed: two tones in turn, three times, each with two overtones so that small loudspeakers carry it.
 * @param rate samples per second
 * @returns samples between -1 and 1
 */
export function drawAlarm(rate: number): Float32Array<ArrayBuffer> {
  const step = TONE_S + PAUSE_S;
  const samples = new Float32Array(Math.ceil(rate * step * TONES_HZ.length * PAIRS));
  for (let index = 0; index < samples.length; index += 1) {
    const at = index / rate;
    const within = at % step;
    const tone = TONES_HZ[Math.floor(at / step) % TONES_HZ.length] ?? TONES_HZ[0];
    samples[index] = LOUDNESS * edge(within) * wave(tone, within);
  }
  return samples;
}

function wave(hz: number, at: number): number {
  const turn = 2 * Math.PI * hz * at;
  return (Math.sin(turn) + 0.35 * Math.sin(2 * turn) + 0.2 * Math.sin(3 * turn)) / 1.55;
}

function edge(within: number): number {
  if (within >= TONE_S) return 0;
  return Math.min(1, within / EDGE_S, (TONE_S - within) / EDGE_S);
}
