import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

it('is one line that a shell parses into the report, the frame, the key and the address', () => {
  const line = curlLine({ key: 'vdk_1_secret', origin: 'http://127.0.0.1:8080' });
  expect(line).not.toContain('\n');
  const shown = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  const [, detection = '', , frame, , header, address] = shown.trim().split('\n');
  const report = JSON.parse(detection.slice('detection='.length, -';type=application/json'.length));
  expect(report).toMatchObject({ weapon_type: 'Pistol', confidence: 0.94 });
  expect(report.event_id).toMatch(/^try-\d+$/);
  expect(Date.parse(report.timestamp)).not.toBeNaN();
  expect([frame, header, address]).toEqual([
    'frame=@frame.jpg;type=image/jpeg',
    'Authorization: Bearer vdk_1_secret',
    'http://127.0.0.1:8080/api/ingest/detections',
  ]);
});
