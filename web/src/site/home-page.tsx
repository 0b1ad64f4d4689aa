import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { FeatureCards } from './feature-cards.tsx';
import { HeroPicture } from './hero-picture.tsx';

const getStarted = '/auth?from=home&action=get-started';

export function HomePage() {
  return (
    <>
      <title>Vedette · the guard’s screen for weapon detection</title>
      <section className="page-width grid items-center gap-10 py-12 lg:grid-cols-[1.05fr_1fr] lg:gap-14 lg:py-20">
        <div>
          <h1 className="text-4xl leading-[1.08] font-semibold tracking-tight text-balance sm:text-5xl">
            A camera sees a weapon. The guard sees it too.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            Vedette takes the reports of edge cameras that recognise knives, pistols and rifles, keeps every one with
            its picture, and puts it in front of the people on watch the moment it arrives.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to={getStarted} className={buttonLook({ size: 'large' })}>
              Get Started
            </Link>
            <Link
              to="/auth?from=home&action=view-dashboard"
              className={buttonLook({ variant: 'outline', size: 'large' })}
            >
              View Dashboard
            </Link>
          </div>
        </div>
        <HeroPicture />
      </section>
      <FeatureCards />
      <section className="page-width py-16 lg:py-24">
        <div className="flex flex-wrap items-center justify-between gap-6 rounded-2xl bg-accent-solid px-6 py-8 text-white sm:px-10 sm:py-10">
          <div>
            <h2 className="text-2xl font-semibold tracking-tight">Put the first camera on watch</h2>
            <p className="mt-2 max-w-xl text-white/90">
              Create an account, add a device, and send a picture with the one command line it gives you.
            </p>
          </div>
          <Link
            to={getStarted}
            className="inline-flex h-12 items-center rounded-lg bg-white px-6 font-medium text-[#143aa8] hover:bg-[#e5ecfd]"
          >
            Create Account
          </Link>
        </div>
      </section>
    </>
  );
}
