import { expect, test } from 'vitest';
import { topicMatches } from './mqtt.rules.ts';

test.each([
  ['vedette/+/detections', 'vedette/a/detections', true],
  ['$share/servers/vedette/+/detections', 'vedette/a/detections', true],
  ['vedette/+/detections', 'vedette/a/b/detections', false],
  ['vedette/+/detections', 'vedette/a/heartbeat', false],
  ['vedette/+/frames/#', 'vedette/a/frames/1/2', true],
  ['vedette/+/frames/#', 'vedette/a', false],
])('%s and %s: %s', (filter, topic, matches) => {
  expect(topicMatches(filter, topic)).toBe(matches);
});
