/** Whether this browser makes and uses passkeys, from options as the server writes them. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

function isCreationOptions(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'challenge' in options && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options
}

/** Makes a passkey. Resolves to the browser's answer as JSON; null where the person, or the browser, has made none. */
export async function createPasskey(options: object): Promise<string | null> {
  if (!isCreationOptions(options)) return null
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(options)
    const made = publicKey && (await navigator.credentials.create({ publicKey }))
    return made instanceof PublicKeyCredential ? JSON.stringify(made.toJSON()) : null
  } catch {
    return null
  }
}

function isRequestOptions(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options
}

/** Uses a passkey. Resolves to the browser's answer as JSON; null where the person, or the browser, has used none. */
export async function usePasskey(options: object): Promise<string | null> {
  if (!isRequestOptions(options)) return null
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options)
    const used = publicKey && (await navigator.credentials.get({ publicKey }))
    return used instanceof PublicKeyCredential ? JSON.stringify(used.toJSON()) : null
  } catch {
    return null
  }
}
