import { Link } from 'react-router';

export type Bar = {
  /** The React key, required when several bars have the same name. */
  id?: string;
  name: string;
  note?: string;
  value: number;
  /** The class of the fill colour; the default is the accent colour. */
  fill?: string;
  /** The address of the list of the counted detections. */
  to?: string;
};

type Props = {
  label: string;
  /** The headings of the columns, for screen readers. */
  headings: { name: string; value: string; share: string };
  bars: readonly Bar[];
  format: (value: number) => string;
};

/** Named bars whose length is their share of the sum. The markup is a table, so that screen readers read the values. */
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
              <span className="line-clamp-2 wrap-anywhere">
                {to && value > 0 ? (
                  <Link to={to} className="hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}{' '}
                {note && <span className="font-normal text-muted tabular-nums">{note}</span>}
              </span>
              {/* The bar spans all three cells. It has no cell, because screen readers would read an empty one. */}
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

/** The share in percent: a dash when the sum is 0, and '<1%' instead of 0% for a value above 0. */
function share(value: number, sum: number): string {
  if (sum === 0) return '–';
  const percent = Math.round((value / sum) * 100);
  return percent === 0 && value > 0 ? '<1%' : `${percent}%`;
}
