/** 30 -> '30 seconds', 180 -> '3 minutes'. */
export function spanInWords(seconds: number): string {
  const [size, unit] = seconds % 3_600 === 0 ? [3_600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second'];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
