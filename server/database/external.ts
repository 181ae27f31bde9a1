import { Client } from 'pg'
import { DatabaseStartError } from './databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { countHosts } from './databaseUrl.ts'

/** The host, port and database of a connection string, without its user and password. */
function publicAddress(url: URL): string {
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost')
  return `${host}${url.port ? `:${url.port}` : ''}${url.pathname === '/' ? '' : url.pathname}`
}

function parseDatabaseUrl(databaseUrl: string): URL {
  const hosts = countHosts(databaseUrl)
  if (hosts === 1) return new URL(databaseUrl)
  throw new DatabaseStartError(
    hosts === 0
      ? 'DATABASE_URL is not the address of a PostgreSQL: it looks like postgresql://user:password@host:5432/database.'
      : 'DATABASE_URL names several hosts: name the proxy in front of them, which finds the one that takes writes.',
  )
}

/**
 * Connects once to the PostgreSQL that `DATABASE_URL` names, so that a wrong value prevents the start.
 *
 * @throws DatabaseStartError with the variable, the host and the reason, never with the password
 */
export async function checkDatabaseUrl(databaseUrl: string): Promise<void> {
  const url = parseDatabaseUrl(databaseUrl)
  const refuse = (what: string) => new DatabaseStartError(`DATABASE_URL: PostgreSQL at ${publicAddress(url)}: ${what}`)
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
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
