import { type Check, holds, type Table } from '../bench.ts';

/** Formats a table for the console: columns as wide as their content, numbers aligned to the right. */
export function consoleTable({ title, columns, rows }: Table): string {
  const cells = rows.map((row) => row.map(shown));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  return [title, line(columns), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

export function markdownTable({ columns, rows }: Omit<Table, 'title'>): string {
  const line = (row: (string | number)[]) => `| ${row.map(shown).join(' | ')} |`;
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

/** Formats every figure with its target. */
export function checkTable(checks: Check[]): Table {
  return {
    title: 'Against the targets',
    columns: ['figure', 'measured', 'target', ''],
    rows: checks.map((check) => [
      check.what,
      `${shown(check.measured)} ${check.unit}`.trim(),
      `${check.bound} ${check.target} ${check.unit}`.trim(),
      holds(check) ? 'met' : 'MISSED',
    ]),
  };
}

/** Formats with three significant digits, but with all digits of the integer part. */
function shown(cell: string | number): string {
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell) || Math.abs(cell) >= 100) return Math.round(cell).toLocaleString('en-GB');
  return cell.toPrecision(3);
}
