import type { Setting } from '@vedette/contract/settings';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { CodedText } from './coded-text.tsx';
import { CopyName } from './copy-name.tsx';

const sources: Record<Setting['source'], { words: string; tone: BadgeTone }> = {
  environment: { words: 'Environment', tone: 'accent' },
  default: { words: 'Default', tone: 'neutral' },
  derived: { words: 'Derived', tone: 'neutral' },
  generated: { words: 'Generated', tone: 'neutral' },
};

/** The settings of one group: a table, and a list on phones. */
export function SettingsTable({ group, settings }: { group: string; settings: readonly Setting[] }) {
  return (
    <section aria-label={group} className="grid gap-2">
      <h3 className="font-semibold">{group}</h3>
      <Card className="overflow-hidden">
        <table aria-label={group} className="w-full text-left text-sm max-md:block md:table-fixed">
          <thead className="border-b border-line text-xs text-muted max-md:sr-only">
            <tr>
              <th className="w-1/4 px-5 py-3 font-medium">Name</th>
              <th className="w-1/4 px-3 py-3 font-medium">Value</th>
              <th className="px-5 py-3 font-medium">Meaning</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-md:block">
            {settings.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  );
}

function SettingRow({ setting }: { setting: Setting }) {
  const { name, value, source, meaning, secret } = setting;
  const { words, tone } = sources[source];
  return (
    <tr className="align-top max-md:grid max-md:gap-1 max-md:p-4">
      <td className="md:px-5 md:py-3.5">
        <span className="flex items-center gap-2">
          <code className="min-w-0 font-mono text-xs font-semibold wrap-anywhere">{name}</code>
          <CopyName name={name} />
        </span>
      </td>
      <td className="md:px-3 md:py-3.5">
        {value === null ? (
          <p className="text-muted">{secret ? 'not set' : 'none'}</p>
        ) : secret ? (
          <p>{value}</p>
        ) : (
          <code className="block font-mono text-xs wrap-anywhere">{value}</code>
        )}
        <Badge tone={tone} className="mt-1">
          {words}
        </Badge>
      </td>
      <td className="wrap-anywhere md:px-5 md:py-3.5">
        <p>
          <CodedText>{meaning}</CodedText>
        </p>
        <p className="mt-1 text-muted">
          {'Default: '}
          <CodedText>{setting.default}</CodedText>
        </p>
      </td>
    </tr>
  );
}
