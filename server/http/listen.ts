import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Config } from '#server/config.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { StartError } from '#server/startError.ts'
import type { Certificate } from './network/certificate.ts'
import { limitConnections, serialiseRequests } from './network/connections.ts'

/** How long the server waits for requests in progress when it stops. */
const stopTimeoutMs = 10_000
/** How many connections wait to be taken: after a concert, two thousand phones connect within seconds. */
const backlog = 4096
const timeouts = {
  headersTimeout: 30_000,
  /** Long enough for the largest file, a student card of 5 MB in base64, over a tenth of a megabit a second. */
  requestTimeout: 600_000,
  /** How often Node looks for what has taken too long. */
  connectionsCheckingInterval: 5000,
}

type Address = Pick<Config, 'host' | 'port'>
/** What a listener needs to know of the configuration. */
type Listening = Address & Pick<Config, 'trustProxy' | 'connections' | 'keepAliveSeconds' | 'stallSeconds'>

interface ListeningServer {
  servers: readonly Server[]
  /** Stops accepting requests, waits up to ten seconds for those in progress, and closes. */
  stop: () => Promise<void>
}

/** The addresses to listen on: "localhost" means both loopback addresses, because browsers choose either. */
function hostsOf(host: string): { host: string; isOptional: boolean }[] {
  if (host !== 'localhost') return [{ host, isOptional: false }]
  return [
    { host: '127.0.0.1', isOptional: false },
    // A machine may have no IPv6.
    { host: '::1', isOptional: true },
  ]
}

function startErrorOf(error: unknown, { host, port }: Address): StartError {
  const code = errorCodeOf(error)
  if (code === 'EADDRINUSE') {
    return new StartError(`PORT ${port} is in use by another program: stop that one, or set PORT to another number.`)
  }
  if (code === 'EACCES') return new StartError(`PORT ${port} may not be opened by this user: set PORT to 1024 or more.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(
      `HOST ${host} is not an address of this machine: use localhost, or 0.0.0.0 for the whole network.`,
    )
  }
  return new StartError(`The server cannot listen on HOST ${host} and PORT ${port} (${code || 'unknown'}).`)
}

function open(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // A kept-alive connection becomes idle only after its response has been sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), stopTimeoutMs)
  server.closeIdleConnections()
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

/**
 * Checks that the address and port are available, before anything slow starts.
 *
 * @throws StartError as `listen` does
 */
export async function checkAddress(address: Address): Promise<void> {
  const { stop } = await openAll(address, () => createServer())
  await stop()
}

/** Opens a server for each of the addresses. */
async function openAll(address: Address, create: () => Server): Promise<ListeningServer> {
  const servers: Server[] = []
  for (const { host, isOptional } of hostsOf(address.host)) {
    const server = create()
    try {
      await open(server, host, address.port)
      servers.push(server)
    } catch (error) {
      if (isOptional && ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(errorCodeOf(error))) continue
      await Promise.all(servers.map(close))
      throw startErrorOf(error, address)
    }
  }
  return {
    servers,
    async stop() {
      await Promise.all(servers.map(close))
    },
  }
}

/**
 * Starts to listen.
 *
 * @param certificate null for plain HTTP
 * @throws StartError with a sentence that names the variable to change
 */
export function listen(
  config: Listening,
  listener: RequestListener,
  certificate: Certificate | null,
): Promise<ListeningServer> {
  const { trustProxy, connections, keepAliveSeconds, stallSeconds } = config
  const options = { ...timeouts, keepAliveTimeout: keepAliveSeconds * 1000 }
  const answer = serialiseRequests(listener, stallSeconds * 1000)
  return openAll(config, () => {
    const server: Server = certificate
      ? createTlsServer({ key: certificate.key, cert: certificate.chain, ...options }, answer)
      : createServer(options, answer)
    limitConnections(server, { ...connections, perNetwork: trustProxy > 0 ? null : connections.perNetwork })
    return server
  })
}
