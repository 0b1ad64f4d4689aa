export type BadgeColour = 'blue' | 'green' | 'orange' | 'purple' | 'gray';

const colours: ReadonlyMap<string, BadgeColour> = new Map([
  ['journal', 'blue'],
  ['conference', 'green'],
  ['preprint', 'orange'],
  ['book_chapter', 'purple'],
]);

/** The colour of the badge with an article's type. */
export function badgeColour(type: string): BadgeColour {
  return colours.get(type) ?? 'gray';
}

/** `book_chapter` → `Book chapter` */
export function typeLabel(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SHOWN_AUTHORS = 3;

/** The first three, then 'et al.' */
export function authorLine(authors: readonly string[]): string {
  const shown = authors.slice(0, SHOWN_AUTHORS).join(', ');
  return authors.length > SHOWN_AUTHORS ? `${shown}, et al.` : shown;
}

/** Whether the paper is on another site than this one. */
export function isExternal(link: string): boolean {
  return /^https?:/i.test(link);
}
