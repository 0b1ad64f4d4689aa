/**
 * A report that can be pasted into a shell beside a frame.jpg. The shell fills in the time, so that each paste is a
 * report of its own.
 */
export function curlLine({ key, origin }: { key: string; origin: string }): string {
  const report = [
    `"event_id":"try-'$(date +%s)'"`,
    '"weapon_type":"Pistol"',
    '"confidence":0.94',
    `"timestamp":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'"`,
  ].join(',');
  return [
    'curl',
    `-F 'detection={${report}};type=application/json'`,
    `-F 'frame=@frame.jpg;type=image/jpeg'`,
    `-H 'Authorization: Bearer ${key}'`,
    `${origin}/api/ingest/detections`,
  ].join(' ');
}
