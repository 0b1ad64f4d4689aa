/** For places with room for two figures: 99+ for whatever is more. */
export function shortCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
