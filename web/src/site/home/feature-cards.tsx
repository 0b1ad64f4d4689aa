import { IconArrowRight, IconBroadcast, IconLayoutDashboard, IconScan } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';

const features = [
  {
    title: 'AI-Powered Detection',
    text: 'Computer vision runs on the device beside the camera. A report brings weapon type, confidence, place and time, and the frame in which the weapon was seen.',
    more: 'How a weapon is recognised',
    Icon: IconScan,
  },
  {
    title: 'Real-time Monitoring',
    text: 'Many cameras, one stream of alerts. A new threat appears on every open screen without a reload; when the connection breaks, the screen says so, and since when.',
    more: 'How a report arrives',
    Icon: IconBroadcast,
  },
  {
    title: 'Comprehensive Dashboard',
    text: 'Active threats come first, each with its picture. Threat analytics, device status and the whole detection history stand right behind them.',
    more: 'What the dashboard is built of',
    Icon: IconLayoutDashboard,
  },
];

export function FeatureCards() {
  return (
    <section className="border-y border-line bg-surface" aria-labelledby="key-features">
      <div className="page-width py-14 lg:py-18">
        <h2 id="key-features" className="text-2xl font-semibold tracking-tight sm:text-3xl">
          Key Features
        </h2>
        <div className="mt-8 grid gap-5 md:grid-cols-3">
          {features.map(({ title, text, more, Icon }) => (
            <Card key={title} className="group relative flex flex-col bg-canvas! p-6 hover:border-edge">
              <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent-ink">
                <Icon size="1.4rem" stroke={1.6} aria-hidden="true" />
              </span>
              <h3 className="mt-5 text-lg font-semibold">
                {/* The link covers the whole card. */}
                <Link to="/project-overview" className="rounded-md after:absolute after:inset-0 after:rounded-xl">
                  {title}
                </Link>
              </h3>
              <p className="mt-2 leading-relaxed text-pretty text-muted">{text}</p>
              <p aria-hidden="true" className="mt-auto flex items-center gap-1.5 pt-5 text-sm font-medium text-accent">
                {more}
                <IconArrowRight size="1rem" stroke={2} className="transition-transform group-hover:translate-x-0.5" />
              </p>
            </Card>
          ))}
        </div>
      </div>
    </section>
  );
}
