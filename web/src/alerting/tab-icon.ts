import { shortCount } from '../ui/short-count.ts';

/** The logo of public/icon.svg, with a red count when threats are active, and grey when the state is unknown. */
export function tabIcon({ count, blind }: { count: number; blind: boolean }): string {
  const ground = blind ? '#5b6577' : '#1a48cc';
  const figure = shortCount(count);
  const size = figure.length > 2 ? 10 : 14;
  const badge =
    count > 0
      ? `<circle cx="21" cy="21" r="11" fill="#bf1622" stroke="#fff" stroke-width="1.5"/>` +
        `<text x="21" y="${21 + size * 0.36}" font-family="Arial,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#fff">${figure}</text>`
      : '';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/>` +
    `<path d="M6.5 9.5 16 25.5l9.5-16" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<circle cx="16" cy="10.5" r="3" fill="#fff"/>${badge}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
