import { Link } from 'react-router';

export type Bar = {
  /** Where the name is not the only one of its kind. */
  id?: string;
  name: string;
  note?: string;
  value: number;
  /** A class that fills: the accent when left out. */
  fill?: string;
  /** The address at which what it counts is listed. */
  to?: string;
};

type Props = {
  label: string;
  /** The headings of the columns, for screen readers. */
  headings: { name: string; value: string; share: string };
  bars: readonly Bar[];
  format: (value: number) => string;
};

/** Named bars, each as long as its share of the whole. It is a table at the same time: nothing in it has to be seen to be known. */
export function BarTable({ label, headings, bars, format }: Props) {
  const sum = bars.reduce((total, { value }) => total + value, 0);
  return (
    <table aria-label={label} className="w-full table-fixed text-sm">
      <colgroup>
        <col />
        <col className="w-24" />
        <col className="w-12" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{headings.name}</th>
          <th scope="col">{headings.value}</th>
          <th scope="col">{headings.share}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, name, note, value, fill = 'fill-accent', to }) => (
          <tr key={id ?? name} className="align-top">
            <th scope="row" className="pt-2.5 pb-1 text-left font-medium">
              <span className="block truncate">
                {to && value > 0 ? (
                  <Link to={to} className="hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}{' '}
                {note && <span className="font-normal text-muted tabular-nums">{note}</span>}
              </span>
              {/* Below all three cells, without a cell of its own that would be read as an empty one. */}
              <svg
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                className="mt-1.5 block h-2.5 w-[calc(100%+9rem)] overflow-hidden rounded-full"
                aria-hidden="true"
              >
                <rect width="100" height="1" className="fill-sunken" />
                <rect width={sum === 0 ? 0 : (value / sum) * 100} height="1" className={fill} />
              </svg>
            </th>
            <td className="pt-2.5 text-right font-semibold tabular-nums">{format(value)}</td>
            <td className="pt-2.5 text-right text-muted tabular-nums">{share(value, sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of nothing there are no shares; a part that is there is never called none. */
function share(value: number, sum: number): string {
  if (sum === 0) return '–';
  const percent = Math.round((value / sum) * 100);
  return percent === 0 && value > 0 ? '<1%' : `${percent}%`;
}
