import { IconBroadcast, IconLayoutDashboard, IconScan } from '@tabler/icons-react';
import { Card } from '../ui/card.tsx';

const features = [
  {
    title: 'AI-Powered Detection',
    text: 'The model runs beside the camera. What it reports arrives with weapon type, confidence, place, time and the captured frame.',
    Icon: IconScan,
  },
  {
    title: 'Real-time Monitoring',
    text: 'New threats appear on every open screen without a reload. When the connection breaks, the screen says so and since when.',
    Icon: IconBroadcast,
  },
  {
    title: 'Comprehensive Dashboard',
    text: 'Active threats first, each with its picture; the whole history behind it, and every camera with the time it was last heard.',
    Icon: IconLayoutDashboard,
  },
];

export function FeatureCards() {
  return (
    <section className="border-y border-line bg-surface" aria-labelledby="key-features">
      <div className="page-width py-14 lg:py-20">
        <h2 id="key-features" className="text-2xl font-semibold tracking-tight">
          Key Features
        </h2>
        <div className="mt-8 grid gap-5 md:grid-cols-3">
          {features.map(({ title, text, Icon }) => (
            <Card key={title} className="bg-canvas! p-6">
              <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent-ink">
                <Icon size="1.4rem" stroke={1.6} aria-hidden="true" />
              </span>
              <h3 className="mt-5 font-semibold">{title}</h3>
              <p className="mt-2 text-sm leading-relaxed text-muted">{text}</p>
            </Card>
          ))}
        </div>
      </div>
    </section>
  );
}
