const STORED = 'vedette-single-keys';

/** Letters and signs as shortcuts can be switched off: speech input types them by accident. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function switchSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
}
