import { Card } from '../../ui/card.tsx';
import { BackendPicture, DashboardPicture, EdgePicture } from './architecture-pictures.tsx';

const layers = [
  {
    title: 'Edge Detection Layer',
    text: 'A device beside the cameras runs an object-detection model on their live video. It reports what it recognises over HTTP, with a key of its own that can be revoked at once. The video itself is never sent, only the frame of the report.',
    Picture: EdgePicture,
  },
  {
    title: 'Backend',
    text: 'Reports are committed in groups: frames are synced to disk first, then rows, counters and events in one transaction. Only then is a device answered. A repeated report is recognised and stored once.',
    Picture: BackendPicture,
  },
  {
    title: 'Frontend Dashboard',
    text: 'A stream pushes every event once and in order to all open screens, and resumes where it broke off. Lost connection, failed load and nothing to see are three different faces.',
    Picture: DashboardPicture,
  },
];

export function ArchitectureCards() {
  return (
    <section aria-labelledby="architecture" className="mt-14">
      <h2 id="architecture" className="text-2xl font-semibold tracking-tight">
        System Architecture
      </h2>
      <ol className="mt-6 grid gap-5 md:grid-cols-3">
        {layers.map(({ title, text, Picture }) => (
          <li key={title} className="grid">
            <Card className="overflow-hidden">
              <Picture />
              <div className="p-6">
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="mt-2 leading-relaxed text-pretty text-muted">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  );
}
