const DAY_MS = 24 * 60 * 60 * 1_000;

/** A filter of the history, and the maximum time of its page at the largest size, in milliseconds. */
export type Filter = { path: string; target: number };

/** Pages of 100 of the history: with one filter, with the most common combination, and with more filters. */
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
