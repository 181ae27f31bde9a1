import type { Context } from 'hono'

/** The bearer token of a request, which may be anything; null without one (RFC 6750, 2.1). */
export function bearerTokenOf(c: Context): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}
