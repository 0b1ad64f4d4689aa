/** The keys of the dashboard, as the help lists them. */
export const keys = [
  { keys: ['J', 'K'], does: 'Next and previous card' },
  { keys: ['←', '↑', '↓', '→'], does: 'To the card beside, above or below' },
  { keys: ['Enter'], does: 'Expand the threat of the card' },
  { keys: ['←', '→'], does: 'Newer and older threat while one is open' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['/'], does: 'Search the history' },
  { keys: ['?'], does: 'This list' },
] as const;
