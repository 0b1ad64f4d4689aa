import { Link } from 'react-router';

/** The logo: a camera and its field of view, in the shape of a V. */
export function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-md font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent-solid" />
        <path
          d="M6.5 9.5 16 25.5l9.5-16"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="16" cy="10.5" r="3" fill="#fff" />
      </svg>
      <span className="max-[26rem]:sr-only">Vedette</span>
    </Link>
  );
}
