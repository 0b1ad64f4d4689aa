import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { buttonLook } from '../../ui/button-look.ts';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { PageHeader } from '../page-header.tsx';
import { ArchitectureCards } from './architecture-cards.tsx';
import { CoreTechnologies } from './core-technologies.tsx';
import { SecurityFeatures } from './security-features.tsx';

export function ProjectOverviewPage() {
  return (
    <div className="page-width py-8 lg:py-10">
      <PageHead
        title="Project Overview · Vedette"
        description="From the camera to the guard’s screen: the edge detection layer, the backend that loses nothing, and the dashboard that is never calm when it is blind."
      />
      <Link to="/" className={`${buttonLook({ variant: 'outline' })} mb-8`}>
        <IconArrowLeft size="1.1rem" stroke={1.75} aria-hidden="true" />
        Back to Home
      </Link>
      <PageHeader title="Project Overview">
        From the camera that recognises a weapon to the guard who can act: what Vedette is made of, and what each part
        answers for.
      </PageHeader>
      <section aria-labelledby="mission" className="mt-10 max-w-3xl">
        <h2 id="mission" className="text-2xl font-semibold tracking-tight">
          Our Mission
        </h2>
        <p className="mt-4 text-lg text-pretty">
          A weapon at the gate of a power plant, a port, a hospital or a school leaves seconds. Our mission is to spend
          none of them on the way from the camera that sees it to the guard who can act.
        </p>
        <p className="mt-4 text-pretty text-muted">
          Recognising a weapon is the camera’s part. Ours begins there: the report is stored with its frame before it is
          acknowledged, it is on every open screen moments later, and people decide what it means. Nothing is
          acknowledged that could still be lost, and a screen that has lost its connection says so.
        </p>
      </section>
      <ArchitectureCards />
      <CoreTechnologies />
      <SecurityFeatures />
      <section
        aria-labelledby="next-step"
        className="mt-16 flex flex-wrap items-center justify-between gap-6 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8"
      >
        <div>
          <h2 id="next-step" className="text-xl font-semibold tracking-tight">
            See it with a camera of your own
          </h2>
          <p className="mt-1.5 text-muted">An account and one registered device are all it takes.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/auth?from=project-overview&action=get-started" className={buttonLook({ size: 'large' })}>
            Get Started
          </Link>
          <Link to="/about" className={buttonLook({ variant: 'outline', size: 'large' })}>
            About Us
          </Link>
        </div>
      </section>
    </div>
  );
}
