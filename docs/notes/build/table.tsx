import { Text, View } from '@react-pdf/renderer';
import { look } from './look.ts';

type Props = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** how wide the columns are, compared with each other; all the same unless said */
  widths?: readonly number[];
  /** figures stand at the right; the first column never does */
  figures?: boolean;
};

export function Table({ columns, rows, widths, figures = false }: Props) {
  const cells = (row: readonly string[]) =>
    row.map((cell, index) => (
      <Text
        key={columns[index]}
        style={[
          look.tableCell,
          { flexGrow: widths?.[index] ?? 1, flexBasis: 0 },
          figures && index > 0 ? { textAlign: 'right', paddingRight: 0, paddingLeft: 8 } : {},
        ]}
      >
        {cell}
      </Text>
    ));
  return (
    <View style={{ marginVertical: 8 }} wrap={false}>
      <View style={[look.tableRow, look.tableHead]} wrap={false}>
        {cells(columns)}
      </View>
      {rows.map((row) => (
        <View key={row[0]} style={look.tableRow} wrap={false}>
          {cells(row)}
        </View>
      ))}
    </View>
  );
}
