import { describe, expect, it } from 'vitest';
import { againFrom, chooseFrameSource, isJpegAddress, type Probe } from './frame-source.ts';

const ENDPOINT = '/api/detections/5/jpeg?from=the-threat';
const URL = 'https://frames.example/5.png';
const probes: Probe[] = ['not-asked', 'jpeg', 'no-jpeg'];
const none = { has_binary_jpeg: false, jpeg_endpoint: null, frame_url: null, detection_frame_data: null };

const picture = (address: string) => ({ kind: 'picture', address });
const binary = (id: number) => picture(`/api/detections/${id}/jpeg`);

describe('the source of a frame, by the six steps', () => {
  // flag, endpoint, frame_url, embedded, and what comes of them before anything was probed
  const table: [flag: boolean, endpoint: boolean, url: boolean, embedded: boolean, source: unknown][] = [
    [true, true, true, true, picture(ENDPOINT)],
    [true, true, true, false, picture(ENDPOINT)],
    [true, true, false, true, picture(ENDPOINT)],
    [true, true, false, false, picture(ENDPOINT)],
    [true, false, true, true, picture(URL)],
    [true, false, true, false, picture(URL)],
    [true, false, false, true, picture('data:image/png;base64,AAAA')],
    [true, false, false, false, { kind: 'probe', address: '/api/detections/5/jpeg' }],
    [false, true, true, true, picture(URL)],
    [false, true, true, false, picture(URL)],
    [false, true, false, true, picture('data:image/png;base64,AAAA')],
    [false, true, false, false, { kind: 'probe', address: '/api/detections/5/jpeg' }],
    [false, false, true, true, picture(URL)],
    [false, false, true, false, picture(URL)],
    [false, false, false, true, picture('data:image/png;base64,AAAA')],
    [false, false, false, false, { kind: 'probe', address: '/api/detections/5/jpeg' }],
  ];

  const factsOf = ([flag, endpoint, url, embedded]: (typeof table)[number]) => ({
    has_binary_jpeg: flag,
    jpeg_endpoint: endpoint ? ENDPOINT : null,
    frame_url: url ? URL : null,
    detection_frame_data: embedded ? 'AAAA' : null,
  });

  it.each(table)('flag %s, endpoint %s, frame_url %s, embedded %s', (...row) => {
    const source = row[4];
    expect(chooseFrameSource({ id: 5, ...factsOf(row) }, 'not-asked')).toEqual(source);
  });

  it.each([72, 81, 82, 83, 84])('step 1: is the binary endpoint for detection %i, even with a frame_url', (id) => {
    for (const row of table) {
      for (const probe of probes) expect(chooseFrameSource({ id, ...factsOf(row) }, probe)).toEqual(binary(id));
    }
  });

  it.each([7, 71, 73, 80, 85, 720, 810])('step 1: does not apply to detection %i', (id) => {
    expect(chooseFrameSource({ id, ...none, frame_url: URL }, 'jpeg')).toEqual(picture(URL));
  });

  it('steps 2 to 4: needs no request when the threat contains the source', () => {
    for (const row of table.filter(([flag, endpoint, url, embedded]) => (flag && endpoint) || url || embedded)) {
      for (const probe of probes) expect(chooseFrameSource({ id: 5, ...factsOf(row) }, probe)).toEqual(row[4]);
    }
  });

  it('step 3: ignores an empty address', () => {
    expect(chooseFrameSource({ id: 5, ...none, frame_url: '', detection_frame_data: 'AAAA' }, 'not-asked')).toEqual(
      picture('data:image/png;base64,AAAA'),
    );
  });

  it('step 4: does not change a data URI', () => {
    const detection_frame_data = 'data:image/jpeg;base64,/9j/';
    expect(chooseFrameSource({ id: 5, ...none, detection_frame_data }, 'not-asked')).toEqual(
      picture(detection_frame_data),
    );
  });

  it('step 5: is the binary endpoint when it returns a JPEG', () => {
    expect(chooseFrameSource({ id: 5, ...none }, 'jpeg')).toEqual(binary(5));
  });

  it('step 6: is the legacy call when it does not', () => {
    expect(chooseFrameSource({ id: 5, ...none }, 'no-jpeg')).toEqual({ kind: 'legacy' });
  });
});

describe('a jpeg address', () => {
  it.each([
    '/api/detections/5/jpeg',
    '/api/detections/5/jpeg?again=1',
    'https://frames.example/5.jpg',
    'https://frames.example/5.JPEG#t',
  ])('is %s', (address) => expect(isJpegAddress(address)).toBe(true));

  it.each(['data:image/jpeg;base64,/9j/', 'https://frames.example/5.png', '/api/detections/5/frame', '/jpegs/5'])(
    'is not %s',
    (address) => expect(isJpegAddress(address)).toBe(false),
  );
});

it('a refresh bypasses caches, and does not change addresses of other sites', () => {
  expect(againFrom('/api/detections/5/jpeg', 0)).toBe('/api/detections/5/jpeg');
  expect(againFrom('/api/detections/5/jpeg', 2)).toBe('/api/detections/5/jpeg?again=2');
  expect(againFrom('/frames?id=5', 1)).toBe('/frames?id=5&again=1');
  expect(againFrom('data:image/png;base64,AAAA', 1)).toBe('data:image/png;base64,AAAA');
  expect(againFrom('https://frames.example/5.jpg', 1)).toBe('https://frames.example/5.jpg');
});
