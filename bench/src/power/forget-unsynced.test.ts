import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileShim } from './compile-shim.ts';
import { forgetUnsynced } from './forget-unsynced.ts';

let folder = '';
let shim = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vedette-power-'));
  shim = compileShim(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a new folder and simulates a power cut at its end. @returns the content of the folder */
function afterPowerCut(
  program: string,
  { lying = false, forgets = () => true }: { lying?: boolean; forgets?: () => boolean } = {},
): Record<string, string> {
  const dataDir = mkdtempSync(path.join(folder, 'data-'));
  const journal = `${dataDir}.journal`;
  writeFileSync(path.join(dataDir, 'old'), 'as it was');
  mkdirSync(path.join(dataDir, 'frames'));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-e', `const fs = require('node:fs'); process.chdir(process.env.FORGET_FOLDER); ${program}`],
    {
      encoding: 'utf8',
      env: { LD_PRELOAD: shim, FORGET_FOLDER: dataDir, FORGET_JOURNAL: journal, ...(lying && { FORGET_SYNCS: '1' }) },
    },
  );
  expect(status, stderr).toBe(0);
  forgetUnsynced({ dataDir, journal, forgets });
  const names = readdirSync(dataDir).filter((name) => name !== 'frames');
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(dataDir, name), 'utf8')]));
}

const syncFolder = "const dir = fs.openSync('.', 'r'); fs.fsyncSync(dir);";

it('loses writes after the last sync', () => {
  const program = `const fd = fs.openSync('old', 'r+');
    fs.writeSync(fd, 'SYNCED', 0); fs.fdatasyncSync(fd); fs.writeSync(fd, 'lost, and longer', 0); fs.ftruncateSync(fd, 3);`;
  expect(afterPowerCut(program)).toEqual({ old: 'SYNCEDwas' });
});

it('keeps an unsynced write that the disk has made', () => {
  const program = "const fd = fs.openSync('old', 'r+'); fs.writeSync(fd, 'is', 0);";
  expect(afterPowerCut(program, { forgets: () => false })).toEqual({ old: 'is it was' });
});

it('leaves zeros when an earlier write is lost and a later one is kept', () => {
  const turns = [false, true];
  const program = "const fd = fs.openSync('old', 'r+'); fs.writeSync(fd, 'xx', 9); fs.writeSync(fd, 'yy', 11);";
  expect(afterPowerCut(program, { forgets: () => turns.shift() ?? true })).toEqual({ old: 'as it was\0\0yy' });
});

it('loses a new file name until its folder is synced', () => {
  const create = "const fd = fs.openSync('new', 'wx'); fs.writeSync(fd, 'content'); fs.fsyncSync(fd);";
  expect(afterPowerCut(create)).toEqual({ old: 'as it was' });
  expect(afterPowerCut(`${create} ${syncFolder}`)).toEqual({ old: 'as it was', new: 'content' });
});

it('restores removed and renamed files', () => {
  expect(afterPowerCut("fs.unlinkSync('old');")).toEqual({ old: 'as it was' });
  expect(afterPowerCut("fs.renameSync('old', 'other');")).toEqual({ old: 'as it was' });
  expect(afterPowerCut(`fs.renameSync('old', 'other'); ${syncFolder}`)).toEqual({ other: 'as it was' });
});

it('loses synced writes on a disk that reports "synced" too early', () => {
  const program = "const fd = fs.openSync('old', 'r+'); fs.writeSync(fd, 'SYNCED', 0); fs.fdatasyncSync(fd);";
  expect(afterPowerCut(program, { lying: true })).toEqual({ old: 'as it was' });
});
