interface Opened {
  location: { pathname: string; searchStr: string; hash: string }
}

/** The `beforeLoad` of a page that a mailed link opens: takes the token from the address. */
export async function openLinkPage(context: Opened): Promise<void> {
  const { takeLinkToken } = await import('#src/session/linkToken.ts')
  takeLinkToken(context)
}
