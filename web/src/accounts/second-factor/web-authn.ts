type Json = object;

/** Makes a passkey with the options of the server. Rejects with a sentence for the person. */
export function createPasskey(options: Json): Promise<Json> {
  return inWords(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey });
  });
}

/** Asks for a passkey with the options of the server. Rejects with a sentence for the person. */
export function getPasskey(options: Json): Promise<Json> {
  return inWords(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    return navigator.credentials.get({ publicKey });
  });
}

async function inWords(ask: () => Promise<Credential | null>): Promise<Json> {
  const credential = await ask().catch((error: unknown) => {
    throw new Error(words[error instanceof Error ? error.name : ''] ?? 'The browser could not use a passkey.');
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser could not use a passkey.');
  return credential.toJSON() as Json;
}

const words: Record<string, string> = {
  NotAllowedError: 'No passkey was used: the question was closed, or it took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address of the page.',
};
