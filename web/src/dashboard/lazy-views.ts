import { lazyPage } from '../ui/pages/lazy-page.ts';

/** The views that are not shown first, each in a file of its own. */
export const StatisticsView = lazyPage(
  () => import('../statistics/statistics-view.tsx').then((it) => it.StatisticsView),
  'Statistics',
);
export const HistoryView = lazyPage(
  () => import('../history/history-view.tsx').then((it) => it.HistoryView),
  'The history',
);
export const WallView = lazyPage(() => import('../wall/wall-view.tsx').then((it) => it.WallView), 'The wall screen');

/** Preloaded before a press, so that each opens also while the server is gone. */
export function preloadViews() {
  for (const view of [StatisticsView, HistoryView, WallView]) view.preload();
}
