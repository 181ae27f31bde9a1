/** What comes before the hosts of a connection string, and the hosts. */
const start = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)/i

/** The parameter that says whether a connection may prepare statements. */
const preparing = 'prepared_statements'

/** How many hosts a connection string names, in its address or by `?host=`; 0 when it names no PostgreSQL. */
export function countHosts(databaseUrl: string): number {
  const hosts = start.exec(databaseUrl)?.[1]
  if (hosts === undefined) return 0
  if (hosts.includes(',')) return hosts.split(',').length
  const url = URL.parse(databaseUrl)
  return url === null ? 0 : (url.searchParams.get('host') ?? '').split(',').length
}

/**
 * Whether connections may prepare statements: not with `prepared_statements=false`, for a pooler that hands a session
 * on and knows none of them.
 */
export function preparesStatements(databaseUrl: string): boolean {
  return URL.parse(databaseUrl)?.searchParams.get(preparing) !== 'false'
}

/** A connection string with another parameter. */
export function withParameter(databaseUrl: string, name: string, value: string): string {
  const separator = databaseUrl.includes('?') ? '&' : '?'
  return `${databaseUrl}${separator}${name}=${encodeURIComponent(value)}`
}
