import { IconAlertTriangle, IconCheck, IconHelpCircle } from '@tabler/icons-react';
import type { CheckState, DutyCheck } from '@vedette/contract/settings';
import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { CodedText } from './coded-text.tsx';

type Props = { checks: readonly DutyCheck[]; onFind: (setting: string) => void };

const looks: Record<CheckState, { Icon: typeof IconCheck; words: string; colour: string }> = {
  unwise: { Icon: IconAlertTriangle, words: 'Needs attention', colour: 'bg-caution-soft text-caution-ink' },
  unknown: { Icon: IconHelpCircle, words: 'Unknown', colour: 'bg-sunken text-muted' },
  ok: { Icon: IconCheck, words: 'Well', colour: 'bg-calm-soft text-calm-ink' },
};

/** What a site should have before guards rely on it; green when everything is well. */
export function DutyChecklist({ checks, onFind }: Props) {
  const open = checks.filter(({ state }) => state !== 'ok');
  const well = checks.filter(({ state }) => state === 'ok');
  const isReady = open.length === 0;
  return (
    <section aria-labelledby="ready">
      <Card className="overflow-hidden">
        <div className={classNames('px-5 py-4', isReady && looks.ok.colour)}>
          <h2 id="ready" className="text-lg font-semibold">
            Ready for duty
          </h2>
          <p role="status" className={classNames('text-sm tabular-nums', !isReady && 'text-muted')}>
            {isReady ? `All ${checks.length} checks are well` : `${well.length} of ${checks.length} checks are well`}
          </p>
        </div>
        {open.length > 0 && (
          <ul aria-label="Needs attention" className="divide-y divide-line border-t border-line">
            {open.map((check) => (
              <OpenCheck key={check.id} check={check} onFind={onFind} />
            ))}
          </ul>
        )}
        {well.length > 0 && (
          <ul aria-label="Well" className="grid gap-x-6 gap-y-2 border-t border-line px-5 py-4 text-sm sm:grid-cols-2">
            {well.map(({ id, title }) => (
              <li key={id} className="flex items-start gap-3">
                <StateIcon state="ok" />
                <span className="min-w-0 wrap-anywhere">{title}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

function OpenCheck({ check, onFind }: { check: DutyCheck; onFind: Props['onFind'] }) {
  const { state, title, why, todo, page, settings } = check;
  return (
    <li className="flex items-start gap-3 px-5 py-4 text-sm">
      <StateIcon state={state} />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-muted">{why}</p>
        {todo !== null && (
          <p className="wrap-anywhere">
            <CodedText>{todo}</CodedText>
          </p>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          {page !== null && (
            <Link to={page} className={buttonLook({ variant: 'outline', size: 'small' })}>
              {`Open ${titleOf(page)}`}
            </Link>
          )}
          {settings.map((name) => (
            <button
              key={name}
              type="button"
              className={classNames(buttonLook({ variant: 'outline', size: 'small' }), 'font-mono text-xs')}
              onClick={() => onFind(name)}
            >
              <span className="sr-only">Find </span>
              {name}
            </button>
          ))}
        </div>
      </div>
    </li>
  );
}

/** The name of a page in the menu: /people is People. */
function titleOf(page: string): string {
  return page.slice(1, 2).toUpperCase() + page.slice(2);
}

function StateIcon({ state }: { state: CheckState }) {
  const { Icon, words, colour } = looks[state];
  return (
    <span className={classNames('shrink-0 rounded-md p-0.5', colour)}>
      <Icon size="1rem" aria-hidden="true" />
      <span className="sr-only">{`${words}: `}</span>
    </span>
  );
}
