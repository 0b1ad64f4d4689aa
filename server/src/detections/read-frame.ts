import type { DetectionStore, FrameRow } from './detections.store.ts';

type Parts<Read> = {
  store: Pick<DetectionStore, 'frameOf'>;
  /** Resolves with null when the bytes are not at their place, or are not those that were received. */
  read: (frame: FrameRow) => Promise<Read>;
  onDamaged: (frame: FrameRow) => void;
};

/** A frame may be moved between reading its row and its bytes; the row is then read again for the new place. */
export async function readMovableFrame<Read>(
  frame: FrameRow,
  { store, read, onDamaged }: Parts<Read>,
): Promise<NonNullable<Read> | 'deleted' | 'damaged'> {
  const bytes = await read(frame);
  if (bytes !== null && bytes !== undefined) return bytes;
  const again = await store.frameOf(frame.id);
  if (again === null || again.frame === null) return 'deleted';
  const moved = await read(again.frame);
  if (moved !== null && moved !== undefined) return moved;
  onDamaged(again.frame);
  return 'damaged';
}
