/** The hash that hands the token of a link on to another page: `#token=…`. Links of the router take it without the `#`. */
export function tokenHash(token: string): string {
  return `token=${encodeURIComponent(token)}`
}
