import { Link } from 'react-router';
import { GET_STARTED } from './home-links.ts';

export function CallToAction() {
  return (
    <section className="page-width pt-12 lg:pt-20" aria-labelledby="first-camera">
      <div className="relative overflow-hidden rounded-2xl bg-[#1a48cc] text-white">
        <FieldOfView />
        <div className="relative flex flex-wrap items-center justify-between gap-6 px-6 py-10 sm:px-10 sm:py-12">
          <div>
            <h2 id="first-camera" className="text-2xl font-semibold tracking-tight sm:text-3xl">
              Put the first camera on watch
            </h2>
            <p className="mt-3 max-w-xl text-pretty text-white/90">
              Create an account and add a device. It gets a key of its own, and one command line sends the first picture
              to your screen.
            </p>
          </div>
          <Link
            to={GET_STARTED}
            className="inline-flex h-12 items-center rounded-lg bg-white px-6 font-medium text-[#143aa8] hover:bg-[#e5ecfd] focus-visible:outline-white"
          >
            Create Account
          </Link>
        </div>
      </div>
    </section>
  );
}

/** An illustration of a camera's field of view that fades with the distance. */
function FieldOfView() {
  return (
    <svg
      viewBox="0 0 600 240"
      preserveAspectRatio="xMaxYMid slice"
      className="absolute inset-y-0 right-0 h-full w-3/5 max-sm:hidden"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id="view" gradientUnits="userSpaceOnUse" cx="470" cy="240" r="330">
          <stop offset="0" stopColor="#fff" stopOpacity="0.34" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g fill="none" stroke="url(#view)" strokeWidth="1.5">
        <path d="M470 240 150 180M470 240 190 60M470 240 320-40M470 240 470-60M470 240 620-40" />
        {[60, 120, 180, 240, 300].map((radius) => (
          <circle key={radius} cx="470" cy="240" r={radius} />
        ))}
      </g>
    </svg>
  );
}
