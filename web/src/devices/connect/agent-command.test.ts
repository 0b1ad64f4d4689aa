import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentCommand } from './agent-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vedette-paste-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const words = { name: 'Café "West"', key: 'vdk_1_secret', origin: 'http://127.0.0.1:8080', source: '', model: '' };

/** Pastes it into a shell in which npm tells what it is called with; `check` succeeds. */
function paste(command: string): string[] {
  const npm = 'npm() { printf "%s|" "$@"; env | grep ^AGENT_ | sort | tr "\\n" "|"; echo; }';
  return execFileSync('sh', ['-c', `${npm}\n${command}`], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n');
}

it('keeps the key in a file of its owner, checks, and runs', () => {
  writeFileSync(path.join(folder, 'cafe-west.key'), 'an older one', { mode: 0o644 });
  const calls = paste(agentCommand(words));
  expect(readFileSync(path.join(folder, 'cafe-west.key'), 'utf8')).toBe('vdk_1_secret\n');
  expect((statSync(path.join(folder, 'cafe-west.key')).mode & 0o777).toString(8)).toBe('600');
  const settings = [
    ...['AGENT_KEY_FILE=cafe-west.key', 'AGENT_MODEL=weapons.onnx', 'AGENT_OUTBOX=cafe-west.outbox'],
    ...['AGENT_SERVER=http://127.0.0.1:8080', 'AGENT_SOURCE=rtsp://user:password@camera/stream', ''],
  ].join('|');
  expect(calls).toEqual([`run|agent|--|check|${settings}`, `run|agent|--|run|${settings}`]);
});

it('takes any address and file as they are, and never shows the key or the address among arguments', () => {
  const source = `rtsp://a:b'$(touch x)"@[fe80::1]/s?a=1&b=2`;
  const [check = ''] = paste(agentCommand({ ...words, name: '門', source, model: "it's mine.onnx" }));
  expect(check).toContain(`AGENT_SOURCE=${source}|`);
  expect(check).toContain("AGENT_MODEL=it's mine.onnx|");
  expect(check).toContain('AGENT_KEY_FILE=camera.key|');
  const [args = ''] = check.split('AGENT_');
  expect(args).toBe('run|agent|--|check|');
});
