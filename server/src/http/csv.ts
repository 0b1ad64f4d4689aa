import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

/** The columns of a file and their values. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** Without a byte order mark, spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A header line, and one line for each row. */
export async function* csvFile<Row>(
  columns: CsvColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([Object.keys(columns)]);
  for await (const rows of pages) yield lines(rows.map((row) => Object.values(columns).map((cell) => cell(row))));
}

/**
 * The positions at which a spreadsheet may read a formula: the start of a cell, and, where semicolons separate cells,
 * after one, even within quotes.
 */
const FORMULA = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s"])*[=+\-@＝＋－＠])/g;

/** Prefixes formulas with an apostrophe, which makes them text; device names may hold anything. */
function escapeFormulas(text: string): string {
  return text.replace(/^(?=[\t\r])/, "'").replace(FORMULA, "$1'$2");
}

function lines(cells: Cell[][]): string {
  return stringify(cells, {
    cast: { string: escapeFormulas },
    quoted_match: /[;\t\r\n]/,
    record_delimiter: 'windows',
  });
}
