import { Client } from 'pg'
import { DatabaseStartError } from './databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { addressesOf, findWritable } from './databaseUrl.ts'

/** The host, port and database of a connection string, without its user and password. */
function publicAddress(url: URL): string {
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost')
  return `${host}${url.port ? `:${url.port}` : ''}${url.pathname === '/' ? '' : url.pathname}`
}

function parseDatabaseUrl(databaseUrl: string): string[] {
  const addresses = addressesOf(databaseUrl)
  if (addresses.length > 0) return addresses
  throw new DatabaseStartError(
    'DATABASE_URL is not the address of a PostgreSQL: it looks like postgresql://user:password@host:5432/database.',
  )
}

/**
 * Connects once to the PostgreSQL that `DATABASE_URL` names, so that a wrong value prevents the start.
 *
 * @throws DatabaseStartError with the variable, the host and the reason, never with the password
 */
export async function checkDatabaseUrl(databaseUrl: string): Promise<void> {
  const addresses = parseDatabaseUrl(databaseUrl)
  const [url = new URL(databaseUrl)] = addresses.map((address) => new URL(address))
  const named = addresses.map((address) => publicAddress(new URL(address))).join(', ')
  const refuse = (what: string) => new DatabaseStartError(`DATABASE_URL: PostgreSQL at ${named}: ${what}`)
  const connectionString = addresses.length > 1 ? await findWritable(addresses).catch(() => url.href) : url.href
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but names need UTF8`)
  } catch (error) {
    const password = decodeURIComponent(url.password)
    const reason = reasonOf(error)
    throw refuse(password ? reason.replaceAll(password, '…') : reason)
  } finally {
    await client.end().catch(() => undefined)
  }
}
