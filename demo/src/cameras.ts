import type { Place } from './scene/places.ts';

/** An installed camera. */
export type Camera = {
  name: string;
  location: string;
  place: Place;
  hardware: string;
  /** Whether it draws the weapon's box into its frames; the page draws it otherwise. */
  annotates: boolean;
};

const POSTS = [
  { name: 'Gate camera', location: 'North Gate', place: 'gate' },
  { name: 'Corridor camera', location: 'Control Building, Level 1', place: 'corridor' },
  { name: 'Yard camera', location: 'Loading Yard', place: 'yard' },
  { name: 'Hall camera', location: 'Main Entrance Hall', place: 'corridor' },
  { name: 'Gate camera', location: 'East Gate', place: 'gate' },
  { name: 'Substation camera', location: 'Substation B', place: 'yard' },
  { name: 'Archive camera', location: 'Control Building, Level 2', place: 'corridor' },
  { name: 'Barrier camera', location: 'Visitor Car Park', place: 'gate' },
  { name: 'Fence camera', location: 'West Fence', place: 'yard' },
] as const satisfies readonly Omit<Camera, 'hardware' | 'annotates'>[];

const HARDWARE = ['Jetson Orin Nano', 'Jetson Xavier NX', 'Raspberry Pi 5 + Hailo-8', 'Edge box i5'] as const;

/** The first `count` cameras of the site, which are always the same. */
export function siteCameras(count: number): Camera[] {
  return Array.from({ length: count }, (_, index) => {
    const post = POSTS[index % POSTS.length] ?? POSTS[0];
    const hardware = HARDWARE[index % HARDWARE.length] ?? HARDWARE[0];
    return {
      ...post,
      name: `${post.name} ${String(index + 1).padStart(2, '0')}`,
      hardware,
      annotates: index % 3 !== 2,
    };
  });
}
