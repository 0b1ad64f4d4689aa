import type { ReactNode } from 'react';

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 320 160" className="block w-full border-b border-line bg-sunken" aria-hidden="true">
      {children}
    </svg>
  );
}

/** An illustration of cameras with their fields of view, and the device that detects weapons. */
export function EdgePicture() {
  return (
    <Picture>
      {[38, 80, 122].map((y) => (
        <g key={y}>
          <path d={`M64 ${y} 150 ${y - 20}v40z`} className="fill-accent" opacity="0.16" />
          <rect x="36" y={y - 9} width="28" height="18" rx="5" className="fill-ink" />
          <circle cx="44" cy={y} r="2.5" className="fill-calm-dot" />
          <path d={`M150 ${y}h20q12 0 12 ${(80 - y) / 2}v${(80 - y) / 2}`} fill="none" className="stroke-edge" />
        </g>
      ))}
      <path d="M182 80h18" className="stroke-edge" />
      <rect x="200" y="48" width="64" height="64" rx="10" className="fill-accent-solid" />
      <path
        d="M216 70v-6h6m20 0h6v6m0 20v6h-6m-20 0h-6v-6"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path d="M222 80h20" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M264 80h26m-6-5 6 5-6 5" fill="none" className="stroke-edge" strokeWidth="1.5" />
    </Picture>
  );
}

/** An illustration of queued detections, the group that is committed, and the disk. */
export function BackendPicture() {
  return (
    <Picture>
      <path d="M20 80h24m-6-5 6 5-6 5" fill="none" className="stroke-edge" strokeWidth="1.5" />
      {[50, 68, 86].map((x, index) => (
        <rect
          key={x}
          x={x}
          y={58 + index * 4}
          width="34"
          height="36"
          rx="6"
          className="fill-surface stroke-edge"
          strokeWidth="1.5"
        />
      ))}
      <path d="M128 84h26m-6-5 6 5-6 5" fill="none" className="stroke-edge" strokeWidth="1.5" />
      <rect x="160" y="36" width="60" height="92" rx="10" className="fill-accent-solid" />
      <g stroke="#fff" strokeWidth="2.5" strokeLinecap="round">
        <path d="M174 58h32M174 74h32M174 90h20" />
      </g>
      <path d="m196 108 5 5 9-10" fill="none" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M220 82h20" className="stroke-edge" strokeWidth="1.5" />
      <path d="M242 56v52c0 6 12 10 26 10s26-4 26-10V56" className="fill-surface stroke-edge" strokeWidth="1.5" />
      <ellipse cx="268" cy="56" rx="26" ry="10" className="fill-surface stroke-edge" strokeWidth="1.5" />
      <path d="M242 82c0 6 12 10 26 10s26-4 26-10" fill="none" className="stroke-edge" strokeWidth="1.5" />
    </Picture>
  );
}

/** An illustration of one event stream to all screens: the wall screen, desktops and phones. */
export function DashboardPicture() {
  return (
    <Picture>
      <path d="M20 80h28m-6-5 6 5-6 5" fill="none" className="stroke-edge" strokeWidth="1.5" />
      <rect x="60" y="28" width="164" height="96" rx="10" className="fill-surface stroke-edge" strokeWidth="1.5" />
      <path d="M142 124v14m-28 0h56" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      <rect x="72" y="40" width="140" height="14" rx="4" className="fill-threat-soft stroke-threat-line" />
      {[72, 144].map((x) => (
        <g key={x}>
          <rect x={x} y="62" width="68" height="50" rx="5" className="fill-canvas stroke-line" />
          <rect x={x + 6} y="68" width="26" height="38" rx="3" className="fill-ink" />
          <path d={`M${x + 39} 74h22M${x + 39} 84h22M${x + 39} 94h14`} className="stroke-edge" strokeWidth="2" />
        </g>
      ))}
      <rect x="246" y="50" width="46" height="82" rx="9" className="fill-surface stroke-edge" strokeWidth="1.5" />
      <rect x="254" y="62" width="30" height="8" rx="2.5" className="fill-threat-soft stroke-threat-line" />
      <rect x="254" y="76" width="30" height="20" rx="3" className="fill-ink" />
      <path d="M254 104h30M254 112h18" className="stroke-edge" strokeWidth="2" />
    </Picture>
  );
}
