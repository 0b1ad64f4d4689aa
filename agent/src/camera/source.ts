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

/** A file that is played once: every frame is looked at, however long that takes. */
export function isPlayedOnce({ kind, loop }: Source): boolean {
  return kind === 'file' && !loop;
}

const hardwareArguments: Record<Hardware, readonly string[]> = {
  none: [],
  vaapi: ['-hwaccel', 'vaapi', '-hwaccel_device', '/dev/dri/renderD128', '-hwaccel_output_format', 'yuv420p'],
  cuda: ['-hwaccel', 'cuda'],
  v4l2m2m: ['-c:v', 'h264_v4l2m2m'],
};

const inputArguments: Record<Exclude<SourceKind, 'exec' | 'file'>, readonly string[]> = {
  rtsp: ['-rtsp_transport', 'tcp', '-timeout', '5000000', '-analyzeduration', '1000000', '-probesize', '1000000'],
  // An MJPEG stream carries no times: without the clock's it would be taken for 25 frames per second.
  http: ['-use_wallclock_as_timestamps', '1', '-rw_timeout', '5000000'],
  v4l2: ['-f', 'v4l2'],
};

/** The program that writes the source's pictures to its stdout. */
export function programOf({ address, kind, loop, hardware }: Source): { command: string; args: string[] } {
  if (kind === 'exec') return { command: 'sh', args: ['-c', `exec ${address.slice('exec:'.length)}`] };
  const input = kind === 'file' ? (loop ? ['-stream_loop', '-1', '-re'] : []) : inputArguments[kind];
  return {
    command: 'ffmpeg',
    args: [
      ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info'],
      ...hardwareArguments[hardware],
      ...input,
      ...['-i', kind === 'file' ? `file:${address}` : address],
      ...['-map', '0:v:0', '-an', '-sn', '-fps_mode', 'passthrough'],
      ...['-pix_fmt', 'rgb24', '-c:v', 'ppm', '-f', 'image2pipe', 'pipe:1'],
    ],
  };
}
