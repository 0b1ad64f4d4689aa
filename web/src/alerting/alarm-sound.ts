/** Two alternating tones. Higher levels sound higher, faster and longer, so that users can tell them apart by ear. */
type Chime = { tonesHz: readonly [number, number]; toneS: number; pairs: number };

const CHIMES = {
  8: { tonesHz: [880, 660], toneS: 0.17, pairs: 3 },
  9: { tonesHz: [988, 740], toneS: 0.15, pairs: 4 },
  10: { tonesHz: [1_175, 880], toneS: 0.11, pairs: 6 },
} as const satisfies Record<number, Chime>;

export type ChimeName = keyof typeof CHIMES;
export const chimeNames: readonly ChimeName[] = [8, 9, 10];

const PAUSE_S = 0.03;
/** Fade-in and fade-out of a tone, so that it does not click. */
const EDGE_S = 0.012;
const LOUDNESS = 0.55;

/** The chime for a threat of this level. */
export function chimeOf(level: number): ChimeName {
  if (level >= 10) return 10;
  return level >= 9 ? 9 : 8;
}

/**
 * Computes the alarm: two alternating tones, each with two overtones, so that it is audible on small loudspeakers.
 * @param rate samples per second
 * @returns samples between -1 and 1
 */
export function drawAlarm(rate: number, name: ChimeName): Float32Array<ArrayBuffer> {
  const { tonesHz, toneS, pairs }: Chime = CHIMES[name];
  const step = toneS + PAUSE_S;
  const samples = new Float32Array(Math.ceil(rate * step * tonesHz.length * pairs));
  for (let index = 0; index < samples.length; index += 1) {
    const at = index / rate;
    const within = at % step;
    const tone = tonesHz[Math.floor(at / step) % tonesHz.length] ?? tonesHz[0];
    samples[index] = LOUDNESS * edge(within, toneS) * wave(tone, within);
  }
  return samples;
}

function wave(hz: number, at: number): number {
  const turn = 2 * Math.PI * hz * at;
  return (Math.sin(turn) + 0.35 * Math.sin(2 * turn) + 0.2 * Math.sin(3 * turn)) / 1.55;
}

function edge(within: number, toneS: number): number {
  if (within >= toneS) return 0;
  return Math.min(1, within / EDGE_S, (toneS - within) / EDGE_S);
}
