import { Link } from 'react-router';
import { buttonLook } from '../../ui/button-look.ts';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { AccountPanel } from './account-panel.tsx';
import { CallToAction } from './call-to-action.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { GuardedPlaces } from './guarded-places.tsx';
import { GET_STARTED, VIEW_DASHBOARD } from './home-links.ts';
import { ProductPicture } from './product-picture.tsx';

export function HomePage() {
  return (
    <>
      <PageHead
        title="Vedette · AI weapon detection for the people on watch"
        description="Edge devices recognise knives, pistols and rifles in live video. Vedette shows every report, with the captured frame, to the security staff on watch, the moment it arrives."
      />
      <section className="page-width grid items-center gap-10 py-12 lg:grid-cols-[1.05fr_1fr] lg:gap-14 lg:py-18">
        <div>
          <h1 className="text-4xl leading-[1.08] font-semibold tracking-tight text-balance sm:text-5xl">
            A camera sees a weapon. The guard sees it too.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            Edge devices run computer vision on live video from your cameras. The moment one of them recognises a knife,
            a pistol or a rifle, Vedette puts the alert and the captured frame in front of the people on watch, and
            keeps both.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to={GET_STARTED} className={buttonLook({ size: 'large' })}>
              Get Started
            </Link>
            <Link to={VIEW_DASHBOARD} className={buttonLook({ variant: 'outline', size: 'large' })}>
              View Dashboard
            </Link>
          </div>
        </div>
        <ProductPicture />
      </section>
      <GuardedPlaces />
      <FeatureCards />
      <CallToAction />
      <AccountPanel />
    </>
  );
}
