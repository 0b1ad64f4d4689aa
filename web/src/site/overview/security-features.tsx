import { IconBellRinging, IconGauge, IconMapPin, IconPhoto, IconTarget, IconUserShield } from '@tabler/icons-react';
import { Card } from '../../ui/card.tsx';

const features = [
  {
    title: 'Threat Detection',
    text: 'Knives, pistols, rifles and weapons of no certain kind, each with a threat level from 1 to 10 by one published rule.',
    Icon: IconTarget,
  },
  {
    title: 'Confidence Scoring',
    text: 'Every detection shows how sure the model was, in percent. Nothing is rounded up to certainty.',
    Icon: IconGauge,
  },
  {
    title: 'Real-time Alerts',
    text: 'Active threats stand in a banner above everything else and are announced to screen readers, too.',
    Icon: IconBellRinging,
  },
  {
    title: 'Evidence Capture',
    text: 'The captured frame is stored with its detection, byte for byte, and erased with it when somebody deletes it.',
    Icon: IconPhoto,
  },
  {
    title: 'Location Tracking',
    text: 'A detection names its place and its device. Each device shows when it was last heard.',
    Icon: IconMapPin,
  },
  {
    title: 'Manual Override by Officers',
    text: 'People have the last word: they acknowledge a threat, delete a false alarm, and record what no camera saw.',
    Icon: IconUserShield,
  },
];

export function SecurityFeatures() {
  return (
    <section aria-labelledby="security-features" className="mt-16">
      <h2 id="security-features" className="text-2xl font-semibold tracking-tight">
        Security Features
      </h2>
      <ul className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ title, text, Icon }) => (
          <li key={title} className="grid">
            <Card className="flex gap-4 p-5">
              <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
                <Icon size="1.3rem" stroke={1.6} aria-hidden="true" />
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-sm leading-relaxed text-pretty text-muted">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
