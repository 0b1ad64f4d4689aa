import { lazyPage } from '../ui/lazy-page.ts';

/** What is not looked at first, each in a file of its own. */
export const StatisticsView = lazyPage(() =>
  import('../statistics/statistics-view.tsx').then((it) => it.StatisticsView),
);
export const HistoryView = lazyPage(() => import('../history/history-view.tsx').then((it) => it.HistoryView));
export const WallView = lazyPage(() => import('../wall/wall-view.tsx').then((it) => it.WallView));
