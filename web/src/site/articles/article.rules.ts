export type BadgeColour = 'blue' | 'green' | 'orange' | 'purple' | 'gray';

const colours: ReadonlyMap<string, BadgeColour> = new Map([
  ['journal', 'blue'],
  ['conference', 'green'],
  ['preprint', 'orange'],
  ['book_chapter', 'purple'],
]);

/** The badge colour of each article type. */
export function badgeColour(type: string): BadgeColour {
  return colours.get(type) ?? 'gray';
}

/** `book_chapter` → `Book chapter` */
export function typeLabel(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SHOWN_AUTHORS = 3;

/** The first three authors, followed by 'et al.' if there are more. */
export function authorLine(authors: readonly string[]): string {
  const shown = authors.slice(0, SHOWN_AUTHORS).join(', ');
  return authors.length > SHOWN_AUTHORS ? `${shown}, et al.` : shown;
}

/** Whether the link leads to another site. */
export function isExternal(link: string): boolean {
  return /^https?:/i.test(link);
}
