import { IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../ui/card.tsx';
import { PageHead } from '../ui/pages/page-head.tsx';
import { PageHeader } from './page-header.tsx';

export function AboutPage() {
  return (
    <div className="page-width py-12 lg:py-16">
      <PageHead
        title="About Us · Vedette"
        description="Vedette is made for the people who guard critical infrastructure. What we build, and what we hold ourselves to."
      />
      <PageHeader title="About Us">
        A vedette is a mounted sentry, posted ahead of the line to see first and ride back with what was seen. We build
        that post for critical infrastructure: the cameras look, the guard decides.
      </PageHeader>
      <p className="mt-6 max-w-3xl text-pretty text-muted">
        We hold ourselves to three things. What a device was told is kept, is kept. What a guard sees is what was
        reported, with its picture and its confidence. And when the screen cannot know, it says so instead of looking
        calm. How it is built stands in the{' '}
        <Link to="/project-overview" className="font-medium text-accent underline underline-offset-4">
          project overview
        </Link>
        .
      </p>
      <section aria-labelledby="our-team" className="mt-14">
        <h2 id="our-team" className="text-2xl font-semibold tracking-tight">
          Our Team
        </h2>
        <div className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Card className="flex items-center gap-5 p-6">
            <span className="grid size-18 shrink-0 place-items-center rounded-full bg-sunken text-muted">
              <IconUser size="2.25rem" stroke={1.4} aria-hidden="true" />
            </span>
            <div>
              <h3 className="text-lg font-semibold">Team Member</h3>
              <p className="text-muted">Role</p>
            </div>
          </Card>
        </div>
      </section>
    </div>
  );
}
