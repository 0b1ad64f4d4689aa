/** An illustration of a threat: a camera's frame with the marked person, and the details of the detection. */
export function HeroPicture() {
  return (
    <div
      role="img"
      aria-label="A threat as the dashboard shows it: the camera's frame with a marked person, Pistol, threat level 9, confidence 94 %"
      className="overflow-hidden rounded-2xl border border-line bg-surface shadow-float"
    >
      <Frame />
      <div aria-hidden="true" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4">
        <span className="font-semibold">Pistol</span>
        <span className="rounded-md bg-danger-soft px-2 py-0.5 text-xs font-semibold text-danger-ink">Threat 9/10</span>
        <span className="rounded-md bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent-ink">94%</span>
        <span className="ml-auto text-sm text-muted tabular-nums">North Gate · 16:59:38</span>
      </div>
    </div>
  );
}

function Frame() {
  return (
    <svg viewBox="0 0 640 360" className="block w-full" aria-hidden="true">
      <defs>
        <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2a3750" />
          <stop offset="1" stopColor="#1a2438" />
        </linearGradient>
        <linearGradient id="lamp" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#dbe7ff" stopOpacity="0.28" />
          <stop offset="1" stopColor="#dbe7ff" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="640" height="360" fill="#111a2b" />
      <path d="M0 360 232 168h176l232 192z" fill="url(#floor)" />
      <path d="M0 0 232 76v92L0 360zM640 0 408 76v92l232 192z" fill="#172238" />
      <rect x="232" y="76" width="176" height="92" fill="#0d1524" />
      <path d="M252 168V98h62v70M326 168V98h62v70" fill="none" stroke="#31415f" strokeWidth="3" />
      <path d="m60 20 92 30v44L60 74zM580 20l-92 30v44l92-20z" fill="#1f2d48" />
      <path d="M250 0h140l70 300H180z" fill="url(#lamp)" />
      <g fill="#46587a">
        <circle cx="222" cy="150" r="11" />
        <path d="M205 168q17-9 34 0l3 52h-9l-4 48h-14l-4-48h-9z" />
      </g>
      <g fill="#c3cfe4">
        <circle cx="382" cy="132" r="15" />
        <path d="M358 156q24-13 48 0l4 58-8 3-6-34-1 39 5 84h-17l-6-70-6 70h-17l5-84-1-44z" />
        <path d="m360 158 10 14-22 36-33-10 2-9 25 4z" />
        <path d="m321 181-25-5-1 8 7 2-2 11 8 2 3-9 8 1z" fill="#0b1220" />
      </g>
      <rect x="282" y="106" width="142" height="212" rx="3" fill="none" stroke="#ff6a3d" strokeWidth="3" />
      <path d="M282 84h112v22H282z" fill="#ff6a3d" />
      <g fontFamily="ui-monospace, monospace" fontSize="13">
        <text x="290" y="100" fill="#1c0a02" fontWeight="700">
          Pistol 0.94
        </text>
        <text x="20" y="338" fill="#dbe4f5">
          CAM 04 NORTH GATE
        </text>
        <text x="620" y="338" fill="#dbe4f5" textAnchor="end">
          16:59:38
        </text>
      </g>
    </svg>
  );
}
