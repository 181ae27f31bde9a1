let loading: Promise<Set<string>> | undefined

/** The list takes a quarter of a second to read, so it is read when the first account is made. */
function loadCommonPasswords(): Promise<Set<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}

/**
 * Whether a password, in any case, is one of the 49,000 most frequent ones of known breaches: attackers try these
 * first.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await loadCommonPasswords()).has(password.normalize('NFKC').toLowerCase())
}
