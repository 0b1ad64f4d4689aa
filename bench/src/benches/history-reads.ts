const DAY_MS = 24 * 60 * 60 * 1_000;

/** A filter on the history, and the most milliseconds that its page may take at the largest size. */
export type Filter = { path: string; target: number };

/** Pages of 100 of the history: narrowed down by one thing, by what guards combine most, and by more than that. */
export function historyFilters(now: number): Record<string, Filter> {
  const single = (query: string): Filter => ({ path: `/api/detections/all?${query}`, target: 5 });
  const combined = (query: string): Filter => ({ path: `/api/detections/all?${query}`, target: 50 });
  const time = (day: number) => new Date(now - day * DAY_MS).toISOString();
  const tenDays = `from=${time(20)}&to=${time(10)}`;
  return {
    'by type': single('weapon_type=rifle'),
    'by level': single('level=high'),
    'by device': single('device_id=device-7'),
    'by location': single('location=Gate%203'),
    'by time': single(tenDays),
    'by text': single('text=camera%207'),
    'by text that is nowhere': single('text=xyzzy'),
    'by type, level and time': single(`weapon_type=rifle&level=high&${tenDays}`),
    'by level and device': combined('level=low&device_id=device-7'),
    'by text and time': combined(`text=gate%203&${tenDays}`),
    'by type, text and level': combined('weapon_type=weapon&text=camera%201&level=medium'),
    'by everything': combined(`weapon_type=Knife&level=low&device_id=device-3&location=Gate%203&text=ate&${tenDays}`),
  };
}
