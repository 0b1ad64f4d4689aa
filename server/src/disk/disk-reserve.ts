import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { DISK_FULL } from './disk-full.ts';
import { diskSpace } from './disk-space.ts';

const MIB = 1024 * 1024;
/** `people` is released when the disk is full, `start` only when a server starts on a full disk. */
const RESERVES = { people: 6 * MIB, start: 2 * MIB };
const RESERVE_BYTES = RESERVES.people + RESERVES.start;
/** Below this the reserve is released: a sign-in and a deletion write some hundred kilobytes, each with its row in the audit log. */
const LOW_BYTES = MIB;
/** The reserve is held again when this much is free beside it. */
const ENOUGH_BYTES = 2 * MIB;
const CHECK_EVERY_MS = 1_000;

/**
 * Disk space in the data folder that is held for people. On a full disk it is released: reports are refused, while
 * guards can sign in and delete. It is held again once there is enough free space.
 */
export type DiskReserve = {
  /** Throws ENOSPC while the disk is full. */
  check: () => void;
  /** Called when a write failed because the disk is full: releases the reserve now. */
  noteFull: () => void;
  stop: () => Promise<void>;
};

/** For a remote database, whose disk this server cannot see. */
export const NO_RESERVE: DiskReserve = { check: () => {}, noteFull: () => {}, stop: async () => {} };

/** Called before anything is opened in the folder, because SQLite creates files when it starts. */
export function releaseReserveToStart(dataDir: string): void {
  const free = freeBytes(dataDir);
  if (free === null || free >= LOW_BYTES) return;
  for (const name of ['people', 'start'] as const) rmSync(fileOf(dataDir, name), { force: true });
}

export function openDiskReserve({ dataDir, log }: { dataDir: string; log: Log }): DiskReserve {
  let isHeld = existsSync(fileOf(dataDir, 'people'));
  let isFull = false;
  let holding: Promise<void> | null = null;
  releaseWhenLow();
  const timer = setInterval(() => {
    releaseWhenLow();
    if (!isHeld && hasRoom()) holding ??= hold().finally(() => (holding = null));
  }, CHECK_EVERY_MS).unref();

  function hasRoom(): boolean {
    return (freeBytes(dataDir) ?? 0) >= RESERVE_BYTES + ENOUGH_BYTES;
  }

  function releaseWhenLow() {
    const free = freeBytes(dataDir);
    if (free !== null && (free < LOW_BYTES || (!isHeld && !hasRoom()))) release();
  }

  function release() {
    rmSync(fileOf(dataDir, 'people'), { force: true });
    isHeld = false;
    if (!isFull) log.error({ dataDir }, 'the disk is full; reports are refused until there is room');
    isFull = true;
  }

  async function hold() {
    try {
      for (const name of ['start', 'people'] as const) await reserve(fileOf(dataDir, name), RESERVES[name]);
    } catch (error) {
      log.warn({ err: error }, 'room for a full disk could not be reserved');
      return;
    }
    isHeld = true;
    if (isFull) log.info('there is room on the disk again; reports are taken');
    isFull = false;
  }

  return {
    check() {
      if (isFull) throw Object.assign(new Error(DISK_FULL), { code: 'ENOSPC' });
    },
    noteFull: release,
    stop: async () => {
      clearInterval(timer);
      await holding;
    },
  };
}

function fileOf(dataDir: string, name: keyof typeof RESERVES): string {
  return join(dataDir, `reserve-${name}`);
}

function freeBytes(dataDir: string): number | null {
  return diskSpace(dataDir)?.freeBytes ?? null;
}

/** Random bytes, because a file system with compression would store zeros without using space. */
async function reserve(path: string, size: number) {
  const file = await open(path, 'w');
  try {
    await file.writeFile(randomFillSync(Buffer.alloc(size)));
    await file.sync();
  } finally {
    await file.close();
  }
}
