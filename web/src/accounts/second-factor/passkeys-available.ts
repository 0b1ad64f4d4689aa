/** Why this page cannot use passkeys; null when it can. */
export function passkeysUnavailable(): string | null {
  const { hostname, protocol, port } = window.location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const isOwn = hostname.startsWith('127.') || hostname === '[::1]';
    const where = isOwn ? `open it at ${protocol}//localhost${port && `:${port}`}` : 'open it by the name of its host';
    return `Passkeys belong to a host name, and this page was opened at an address: ${where}.`;
  }
  if (!window.isSecureContext) return 'Browsers use passkeys over https only.';
  if (typeof PublicKeyCredential === 'undefined' || !('parseCreationOptionsFromJSON' in PublicKeyCredential))
    return 'This browser has no passkeys. A newer one has.';
  return null;
}
