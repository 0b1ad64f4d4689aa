import type { Size } from './picture-reader.ts';

export const HARDWARE = ['none', 'vaapi', 'cuda', 'v4l2m2m'] as const;
export type Hardware = (typeof HARDWARE)[number];

export type SourceKind = 'rtsp' | 'http' | 'v4l2' | 'exec' | 'file';
export type Source = { address: string; kind: SourceKind; loop: boolean; hardware: Hardware; size: Size | undefined };

export function kindOf(address: string): SourceKind {
  if (/^rtsps?:\/\//i.test(address)) return 'rtsp';
  if (/^https?:\/\//i.test(address)) return 'http';
  if (address.startsWith('exec:')) return 'exec';
  return address.startsWith('/dev/') ? 'v4l2' : 'file';
}

/** A file that is played once: every frame is processed, even when that is slower than real time. */
export function isPlayedOnce({ kind, loop }: Source): boolean {
  return kind === 'file' && !loop;
}

const hardwareArguments: Record<Hardware, readonly string[]> = {
  none: [],
  vaapi: ['-hwaccel', 'vaapi', '-hwaccel_device', '/dev/dri/renderD128', '-hwaccel_output_format', 'yuv420p'],
  cuda: ['-hwaccel', 'cuda'],
  v4l2m2m: ['-c:v', 'h264_v4l2m2m'],
};

const networkOptions = {
  rtsp: { rtsp_transport: 'tcp', timeout: 5_000_000, analyzeduration: 1_000_000, probesize: 1_000_000 },
  // An MJPEG stream contains no timestamps; without those of the wall clock ffmpeg assumes 25 frames per second.
  http: { use_wallclock_as_timestamps: 1, rw_timeout: 5_000_000 },
};
const NETWORK_PROTOCOLS = 'pipe,rtp,srtp,udp,tcp,tls,http,https,httpproxy,crypto';

export type Program = { command: string; args: string[]; stdin: string };

/** Frame threading delays the output by one frame per thread, which is most of a second with a slow camera. */
const SLICE_THREADING = ['-thread_type', 'slice'];

/**
 * The program that writes the source's pictures to its stdout.
 * @param fps the frames per second to convert; the others are decoded only; 0: all
 */
export function programOf(source: Source, { fps = 0 } = {}): Program {
  const { address, kind, loop, hardware } = source;
  if (kind === 'exec') return { command: 'sh', args: ['-c', `exec ${address.slice('exec:'.length)}`], stdin: '' };
  const { args, stdin } = inputOf({ address, kind, loop });
  return {
    command: 'ffmpeg',
    args: [
      ...['-hide_banner', '-nostats', '-loglevel', 'info'],
      ...hardwareArguments[hardware],
      ...(isPlayedOnce(source) ? [] : SLICE_THREADING),
      ...args,
      ...['-map', '0:v:0', '-an', '-sn', '-fps_mode', 'passthrough'],
      ...(fps > 0 ? ['-vf', `select='not(eq(floor(t*${fps}),floor(prev_selected_t*${fps})))'`] : []),
      ...['-pix_fmt', 'rgb24', '-c:v', 'ppm', '-f', 'image2pipe', 'pipe:1'],
    ],
    stdin,
  };
}

/** Every user of the machine can read a program's arguments, so stdin passes an address with a password, as a playlist of one entry. */
function inputOf({ address, kind, loop }: Pick<Source, 'address' | 'loop'> & { kind: Exclude<SourceKind, 'exec'> }) {
  if (kind === 'v4l2') return { args: ['-nostdin', '-f', 'v4l2', '-i', address], stdin: '' };
  if (kind === 'file') {
    return { args: ['-nostdin', ...(loop ? ['-stream_loop', '-1', '-re'] : []), '-i', `file:${address}`], stdin: '' };
  }
  const options = Object.entries(networkOptions[kind]).map(([name, value]) => `option ${name} ${value}`);
  const file = `file '${address.replaceAll("'", String.raw`'\''`)}'`;
  return {
    args: ['-protocol_whitelist', NETWORK_PROTOCOLS, '-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    stdin: `${['ffconcat version 1.0', file, ...options].join('\n')}\n`,
  };
}
