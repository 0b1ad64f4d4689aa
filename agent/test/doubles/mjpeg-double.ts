import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { type Access, challengeOf, isAllowed } from './access.ts';

const BOUNDARY = 'ffmpeg';

export type MjpegSettings = {
  clip: string;
  access?: Access;
  /** Called with the number of each frame of the clip when it is sent. */
  onFrame?: (frame: number) => void;
};

/** A camera that sends the clip once as an HTTP response of JPEGs in real time; later requests get 404. */
export async function startMjpegDouble({ clip, access, onFrame }: MjpegSettings) {
  let played = 0;
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    if (access && !isAllowed(access, { method, uri: url, authorization: headers.authorization })) {
      response.writeHead(401, { 'www-authenticate': challengeOf(access) }).end();
      return;
    }
    if (played++ > 0) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': `multipart/x-mixed-replace;boundary=${BOUNDARY}` });
    const args = ['-loglevel', 'error', '-nostdin', '-re', '-i', clip, '-an', '-c:v', 'mjpeg', '-q:v', '3'];
    const ffmpeg = spawn('ffmpeg', [...args, '-threads', '1', '-f', 'mpjpeg', 'pipe:1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    ffmpeg.stdout.on('data', frameCounter(onFrame));
    ffmpeg.stdout.pipe(response);
    response.once('close', () => ffmpeg.kill('SIGKILL'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    address: (user?: string, password?: string) =>
      `http://${user === undefined ? '' : `${user}:${password}@`}127.0.0.1:${port}/video.mjpg`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Counts frames by the boundary before each picture. */
function frameCounter(onFrame: (frame: number) => void = () => undefined) {
  const mark = `--${BOUNDARY}\r\ncontent-type`;
  let rest = '';
  let frames = 0;
  return (chunk: Buffer) => {
    const parts = (rest + chunk.toString('latin1')).toLowerCase().split(mark);
    for (let at = 1; at < parts.length; at++) onFrame(frames++);
    rest = (parts.at(-1) ?? '').slice(-mark.length);
  };
}
