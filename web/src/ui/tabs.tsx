import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type Tab = { title: string; content: ReactNode };

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <Base.Root defaultValue={tabs[0]?.title}>
      <Base.List activateOnFocus className="flex gap-1 rounded-lg bg-sunken p-1" aria-label={label}>
        {tabs.map(({ title }) => (
          <Base.Tab
            key={title}
            value={title}
            className="min-h-9 grow basis-0 rounded-md px-2 py-1 text-sm font-medium text-muted hover:text-ink data-active:bg-raised data-active:text-ink data-active:shadow-card"
          >
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {/* Both lie in the same cell, the hidden one unseen: the taller one decides, and nothing moves at a switch. */}
      <div className="grid pt-6">
        {tabs.map(({ title, content }) => (
          <Base.Panel
            key={title}
            value={title}
            keepMounted
            className="col-start-1 row-start-1 flex flex-col data-hidden:invisible [&[hidden]]:flex"
          >
            {content}
          </Base.Panel>
        ))}
      </div>
    </Base.Root>
  );
}
