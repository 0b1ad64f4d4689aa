import { DetectionParams, FrameAnswer } from '@vedette/contract/detection';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FrameReader } from '../frames/frame-store.ts';
import type { StoredFrame } from '../frames/verified-frames.ts';
import type { Api } from '../http/api.ts';
import type { ReadThumbnail } from '../thumbnails/thumbnails.ts';
import { damagedFrame, noDetection, noFrame, noPreview } from './detections.errors.ts';
import { isoTime } from './detections.present.ts';
import type { DetectionStore, FrameRow } from './detections.store.ts';
import { readMovableFrame } from './read-frame.ts';

/** A browser that follows a link again finds the frame in its cache. Every link is valid for longer than this. */
const LINK_KEPT_SECONDS = 60;

type Parts = {
  store: DetectionStore;
  frames: FrameReader<StoredFrame>;
  readThumbnail: ReadThumbnail;
  /** A requested frame is damaged. */
  onDamaged: (frame: FrameRow) => void;
};

export function frameRoutes(api: Api, { store, frames, readThumbnail, onDamaged }: Parts): void {
  const schema = { params: DetectionParams };

  api.get(
    '/api/detections/:id/frame',
    { config: { action: 'detections.read' }, schema: { ...schema, response: { 200: FrameAnswer } } },
    async ({ params }) => {
      const found = await store.frameOf(params.id);
      if (found === null) throw noDetection(params.id);
      const bytes = found.frame === null ? null : await readFrame(found.frame, frames.read);
      return {
        success: true as const,
        frame_data: bytes === null ? null : `data:image/jpeg;base64,${bytes.toString('base64')}`,
        timestamp: isoTime(found.at),
      };
    },
  );

  api.get(
    '/api/detections/:id/jpeg',
    { config: { action: 'detections.read' }, schema, exposeHeadRoute: false },
    async (request, reply) => {
      const frame = await storedFrame(request.params.id);
      if (isCached(request, frame)) return reply.headers(validators(frame)).code(304).send();
      if (frames.link !== undefined) {
        return reply
          .header('cache-control', `private, max-age=${LINK_KEPT_SECONDS}`)
          .redirect(await frames.link(frame));
      }
      const bytes = await readFrame(frame, frames.read);
      if (bytes === null) throw noFrame(request.params.id);
      return describe(reply, frame).send(bytes);
    },
  );

  api.head('/api/detections/:id/jpeg', { config: { action: 'detections.read' }, schema }, async (request, reply) => {
    const frame = await storedFrame(request.params.id);
    if (isCached(request, frame)) return reply.headers(validators(frame)).code(304).send();
    return describe(reply, frame).send();
  });

  /** Small pictures for cards. The frame itself is evidence and is never changed. */
  api.get(
    '/api/detections/:id/thumbnail',
    { config: { action: 'detections.read' }, schema },
    async (request, reply) => {
      const frame = await storedFrame(request.params.id);
      // A weak tag, because a thumbnail may be made again, and then by another version.
      const described = { ...validators(frame), etag: `W/"${frame.sha256}"` };
      if (isCached(request, frame)) return reply.headers(described).code(304).send();
      const bytes = await readFrame(frame, readThumbnail);
      if (bytes === null) throw noFrame(request.params.id);
      if (bytes === 'no preview') throw noPreview(request.params.id);
      return reply.headers(described).type('image/jpeg').send(bytes);
    },
  );

  async function storedFrame(id: number): Promise<FrameRow> {
    const found = await store.frameOf(id);
    if (found === null) throw noDetection(id);
    if (found.frame === null) throw noFrame(id);
    return found.frame;
  }

  /** Null when it was deleted meanwhile. */
  async function readFrame<Read>(frame: FrameRow, read: (frame: FrameRow) => Promise<Read>): Promise<Read | null> {
    const found = await readMovableFrame(frame, { store, read, onDamaged });
    if (found === 'damaged') throw damagedFrame(frame.id);
    return found === 'deleted' ? null : found;
  }
}

/** A detection's frame never changes, so a browser may keep it, but must ask each time whether it may still show it. */
function validators({ sha256 }: FrameRow) {
  return { etag: `"${sha256}"`, 'cache-control': 'private, no-cache' };
}

function describe(reply: FastifyReply, frame: FrameRow): FastifyReply {
  return reply.headers({ ...validators(frame), 'content-type': 'image/jpeg', 'content-length': String(frame.size) });
}

function isCached(request: FastifyRequest, { sha256 }: FrameRow): boolean {
  return request.headers['if-none-match']?.includes(sha256) ?? false;
}
