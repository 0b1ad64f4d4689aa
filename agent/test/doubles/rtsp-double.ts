import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { type Access, challengeOf, isAllowed } from './access.ts';

export type RtspSettings = {
  clip: string;
  access?: Access;
  endless?: boolean;
  port?: number;
  /** Called with the number of each frame of the clip before its first packet is sent. */
  onFrame?: (frame: number) => void;
};
type RtspRequest = { method: string; uri: string; headers: Map<string, string> };

const SDP = [
  ...['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=double', 'c=IN IP4 0.0.0.0', 't=0 0', 'a=control:*'],
  ...['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', 'a=fmtp:96 packetization-mode=1', 'a=control:track'],
].join('\r\n');

/**
 * An RTSP camera on the loopback interface. ffmpeg packetises the clip in real time, and the packets are interleaved into the TCP
 * connection. Unless `endless` is set, the clip is played once and later requests get 404.
 */
export async function startRtspDouble({ clip, access, endless = false, port = 0, onFrame }: RtspSettings) {
  const connections = new Set<Socket>();
  let played = 0;

  const server = createServer((connection) => {
    connections.add(connection);
    let stopPlaying = () => {};
    let muted = false;
    connection.on('error', () => connection.destroy());
    connection.once('close', () => {
      connections.delete(connection);
      stopPlaying();
    });
    onRequests(connection, ({ method, uri, headers }) => {
      const answer = (status: string, more: readonly string[] = [], body = '') => {
        const length = body ? [`Content-Length: ${body.length}`, 'Content-Type: application/sdp'] : [];
        const head = [`RTSP/1.0 ${status}`, `CSeq: ${headers.get('cseq')}`, ...more, ...length];
        connection.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      };
      if (method === 'OPTIONS') return answer('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN']);
      if (access && !isAllowed(access, { method, uri, authorization: headers.get('authorization') })) {
        return answer('401 Unauthorized', [`WWW-Authenticate: ${challengeOf(access)}`]);
      }
      if (method === 'DESCRIBE' && played > 0 && !endless) return answer('404 Not Found');
      if (method === 'DESCRIBE') return answer('200 OK', [`Content-Base: ${uri}/`], `${SDP}\r\n`);
      if (method === 'SETUP') {
        return answer('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 1']);
      }
      if (method === 'TEARDOWN') return connection.end();
      answer('200 OK', ['Session: 1']);
      if (method !== 'PLAY') return;
      played++;
      const countFrame = frameCounter(onFrame);
      const onPacket = (packet: Buffer) => {
        countFrame(packet);
        if (!muted)
          connection.write(Buffer.concat([Buffer.from([36, 0, packet.length >> 8, packet.length & 255]), packet]));
      };
      stopPlaying = packetise({ clip, endless, onPacket, onEnd: () => connection.end() });
      mute = () => {
        muted = true;
      };
    });
  });
  let mute = () => {};
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : 0;
  return {
    port: bound,
    address: (user?: string, password?: string) =>
      `rtsp://${user === undefined ? '' : `${user}:${password}@`}127.0.0.1:${bound}/stream`,
    /** Keeps the connection open and sends nothing more, as a camera that hangs. */
    mute: () => mute(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

/** Reads the requests of a connection and skips the RTCP packets that the client interleaves. */
function onRequests(connection: Socket, onRequest: (request: RtspRequest) => void) {
  let bytes = Buffer.alloc(0);
  connection.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      if (bytes[0] === 36) {
        const end = bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + bytes.readUInt16BE(2);
        if (bytes.length < end) return;
        bytes = bytes.subarray(end);
        continue;
      }
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
      bytes = bytes.subarray(end + 4);
      const [method = '', uri = ''] = first.split(' ');
      const pairs = lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? []);
      onRequest({
        method,
        uri,
        headers: new Map(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value])),
      });
    }
  });
}

/** Counts frames by time stamp, which all packets of a frame share. */
function frameCounter(onFrame: (frame: number) => void = () => undefined) {
  let newest: number | undefined;
  let frames = 0;
  return (packet: Buffer) => {
    const time = packet.readUInt32BE(4);
    if (time === newest) return;
    newest = time;
    onFrame(frames++);
  };
}

type Packetising = { clip: string; endless: boolean; onPacket: (packet: Buffer) => void; onEnd: () => void };

/** Receives the clip as RTP packets from ffmpeg, over UDP on the loopback interface. */
function packetise({ clip, endless, onPacket, onEnd }: Packetising): () => void {
  let ffmpeg: ChildProcess | undefined;
  let stopped = false;
  const socket: UdpSocket = createSocket('udp4');
  const stop = () => {
    if (stopped) return;
    stopped = true;
    ffmpeg?.kill('SIGKILL');
    socket.close();
  };
  socket.on('message', onPacket);
  socket.bind(0, '127.0.0.1', () => {
    if (stopped) return;
    socket.setRecvBufferSize(4 * 1024 * 1024);
    const to = `rtp://127.0.0.1:${socket.address().port}?rtcpport=9&pkt_size=1400`;
    const args = ['-loglevel', 'error', '-nostdin', '-re', ...(endless ? ['-stream_loop', '-1'] : []), '-i', clip];
    const format = ['-an', '-c:v', 'copy', '-bsf:v', 'h264_mp4toannexb', '-payload_type', '96', '-f', 'rtp', to];
    ffmpeg = spawn('ffmpeg', [...args, ...format], { stdio: 'ignore' });
    ffmpeg.once('close', () => {
      stop();
      onEnd();
    });
  });
  return stop;
}
