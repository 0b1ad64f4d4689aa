const count = new Intl.NumberFormat('en-US');

/** 12,345 */
export function formatCount(value: number): string {
  return count.format(value);
}
