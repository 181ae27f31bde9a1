import { Client } from 'pg'
import { reasonOf } from '#server/errorCode.ts'

/** How long one of several hosts may take to say whether it takes writes, in milliseconds. */
const probeTimeoutMs = 2_000

/** A connection string in three parts: what comes before its hosts, the hosts, and what follows. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i

/** The parameter that says whether a connection may prepare statements. */
const preparing = 'prepared_statements'

const isPostgres = (url: URL | null): url is URL => url !== null && /^postgres(ql)?:$/.test(url.protocol)

/** Several hosts in the parameters: `?host=/run/a,/run/b`, with one port for all or one for each, as libpq reads them. */
function byParameter(url: URL): string[] {
  const hosts = url.searchParams.get('host')?.split(',') ?? []
  const ports = url.searchParams.get('port')?.split(',') ?? []
  if (hosts.length < 2) return [url.href]
  return hosts.map((host, index) => {
    const one = new URL(url)
    one.searchParams.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port !== undefined) one.searchParams.set('port', port)
    return one.href
  })
}

/**
 * The addresses that a connection string names, one of each host: `postgresql://user:password@first:5432,second:5432/database`. Empty when it
 * is not the address of a PostgreSQL. Without `target_session_attrs`, as a server always asks for the host that takes writes, and without what is said
 * to this product.
 */
export function addressesOf(databaseUrl: string): string[] {
  const [, before, hosts = '', after] = parts.exec(databaseUrl) ?? []
  if (before === undefined) return []
  const urls = hosts.split(',').map((host) => URL.parse(`${before}${host}${after}`))
  if (!urls.every(isPostgres)) return []
  for (const { searchParams } of urls) for (const name of ['target_session_attrs', preparing]) searchParams.delete(name)
  return urls.flatMap((url) => byParameter(url))
}

/** Whether connections may prepare statements: not with `prepared_statements=false`, for a pooler that hands a session on and knows none of them. */
export function preparesStatements(databaseUrl: string): boolean {
  const [, , , after = ''] = parts.exec(databaseUrl) ?? []
  return new URLSearchParams(after.split('?')[1]).get(preparing) !== 'false'
}

/** A connection string with another parameter, for each of its hosts. */
export function withParameter(databaseUrl: string, name: string, value: string): string {
  const separator = databaseUrl.includes('?') ? '&' : '?'
  return `${databaseUrl}${separator}${name}=${encodeURIComponent(value)}`
}

/** @throws when it cannot be reached, or takes no writes */
async function checkWritable(address: string): Promise<string> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: probeTimeoutMs,
    // A pooler logs in by itself while its PostgreSQL is away, and holds the question back.
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('takes no writes')
    return address
  } finally {
    // A host that doesn’t answer the question doesn’t answer this either.
    client.end().catch(() => undefined)
  }
}

/**
 * The first of several addresses that says that it takes writes: the primary, whichever host that is now.
 *
 * @throws an error with the code of an unreachable host
 */
export async function findWritable(addresses: readonly string[]): Promise<string> {
  try {
    return await Promise.any(addresses.map(checkWritable))
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : [reasonOf(error)]
    const sentence = `No host of the database takes writes: ${reasons.join('; ')}`
    throw Object.assign(new Error(sentence), { code: 'EHOSTUNREACH' })
  }
}
