import { type BenchName, benchSection } from './sources.ts';

export type MeasuredTable = {
  columns: string[];
  rows: string[][];
  /** The cell as it stands on the page. @param row what the row begins with */
  shown: (row: string, column: string) => string;
  /** The cell as a number. */
  value: (row: string, column: string) => number;
};

/** A table of docs/benchmarks.md. @param title how its heading begins */
export function measuredTable(bench: BenchName, title: string): MeasuredTable {
  const part = benchSection(bench)
    .split(/^### /m)
    .find((text) => text.startsWith(title));
  const [columns, , ...rows] = (part ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  if (!columns || rows.length === 0) throw new Error(`docs/benchmarks.md: ${bench} has no table "${title}"`);

  function shown(row: string, column: string): string {
    const cell = rows.find(([first]) => first === row)?.[columns?.indexOf(column) ?? -1];
    if (cell === undefined) throw new Error(`docs/benchmarks.md: ${title} has no ${column} of ${row}`);
    return cell;
  }
  return { columns, rows, shown, value: (row, column) => numberIn(shown(row, column)) };
}

/** On which machine, and when. */
export function measuredOn(bench: BenchName): string {
  return (
    benchSection(bench)
      .split('\n')
      .slice(1)
      .find((line) => line !== '') ?? ''
  );
}

/** `12,345` → 12345 */
function numberIn(cell: string): number {
  const value = Number(cell.replaceAll(',', ''));
  if (Number.isNaN(value)) throw new Error(`docs/benchmarks.md: ${cell} is no number`);
  return value;
}

/** What a note says must be so: a figure that no longer bears it out stops the build, not the reader. */
export function mustHold(statement: string, holds: boolean): void {
  if (!holds) throw new Error(`The figures do not bear it out any more: ${statement}`);
}
