import { useQuery } from '@tanstack/react-query';
import type { Setting, SettingsAnswer } from '@vedette/contract/settings';
import { useRef, useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { formatCount } from '../ui/format-count.ts';
import { momentOf } from '../ui/moment.ts';
import { PageLoadFailed } from '../ui/pages/page-load-failed.tsx';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DutyChecklist } from './duty-checklist.tsx';
import { settingsAndChecks } from './settings.queries.ts';
import { SettingsTable } from './settings-table.tsx';

/** Whether the installation is ready for duty, and how the server is set up. */
export function SettingsPage() {
  const { data, isError, error, isFetching, dataUpdatedAt, refetch } = useQuery(settingsAndChecks);
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>Settings · Vedette</PageTitle>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
        <p className="mt-1 text-sm text-muted">Whether this installation is ready for duty, and how it is set up.</p>
      </div>
      {isError && !data && (
        <PageLoadFailed
          title="The settings could not be loaded"
          reason={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {isError && data && (
        <Alert tone="caution">
          {`Not updated since ${momentOf(new Date(dataUpdatedAt).toISOString())}: ${error.message}`}
        </Alert>
      )}
      {!data && !isError && (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="min-h-96 rounded-xl" />
          <p className="sr-only">Loading the settings</p>
        </div>
      )}
      {data && <LoadedSettings {...data} />}
    </div>
  );
}

function LoadedSettings({ server, settings, checks }: SettingsAnswer) {
  const [search, setSearch] = useState('');
  const field = useRef<HTMLElement>(null);
  const matching = settings.filter((setting) => matches(setting, search.trim().toLowerCase()));
  const groups = [...new Set(matching.map(({ group }) => group))];

  function find(name: string) {
    setSearch(name);
    field.current?.querySelector('input')?.focus();
  }

  return (
    <>
      <DutyChecklist checks={checks} onFind={find} />
      <section aria-labelledby="all-settings" className="flex flex-col gap-5">
        <div>
          <h2 id="all-settings" className="text-lg font-semibold">
            All settings
          </h2>
          <p className="mt-1 text-sm text-muted">
            {`These are the settings of the server that answered: ${server.host}, version ${server.version}.`}
            {server.several && ' Other servers on its database have settings of their own.'}
            {' They are environment variables, which a server reads when it starts.'}
          </p>
        </div>
        <search ref={field} aria-label="Settings" className="grid gap-3">
          <TextField
            label="Search"
            type="search"
            value={search}
            maxLength={100}
            placeholder="Name or meaning"
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
          <p role="status" className="text-sm text-muted tabular-nums">
            {matching.length === 1 ? '1 setting' : `${formatCount(matching.length)} settings`}
          </p>
        </search>
        {matching.length === 0 && <p className="py-12 text-center text-muted">No setting matches.</p>}
        {groups.map((group) => (
          <SettingsTable key={group} group={group} settings={matching.filter((one) => one.group === group)} />
        ))}
      </section>
    </>
  );
}

function matches({ name, meaning }: Setting, words: string): boolean {
  return `${name} ${meaning}`.toLowerCase().includes(words);
}
