/** A count in at most two digits; 99+ for larger counts. */
export function shortCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
