import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import type { Manifest } from '@vedette/contract/evidence-archive/manifest';
import { readContent, readDirectory } from '@vedette/contract/evidence-archive/zip-reader';

/** The entries of a ZIP file, in their order. */
export async function entriesOf(archive: Uint8Array<ArrayBuffer>): Promise<Map<string, Buffer>> {
  const file = sourceOf(new Blob([archive]));
  const directory = await readDirectory(file);
  const entries = new Map<string, Buffer>();
  for (const entry of directory?.entries ?? []) {
    const content = await readContent(file, entry);
    if (content === null) throw new Error(`${entry.name} cannot be read`);
    entries.set(entry.name, Buffer.from(content));
  }
  return entries;
}

export async function readArchive(archive: Uint8Array<ArrayBuffer>) {
  const entries = await entriesOf(archive);
  const bytes = (name: string) => entries.get(name) ?? Buffer.alloc(0);
  const text = (name: string) => bytes(name).toString();
  return {
    entries,
    names: [...entries.keys()],
    bytes,
    text,
    json: (name: string): ReturnType<typeof JSON.parse> => JSON.parse(text(name)),
    manifest: JSON.parse(text('manifest.json')) as Manifest,
  };
}
