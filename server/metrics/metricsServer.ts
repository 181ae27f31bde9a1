import { createServer } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { StartError } from '#server/startError.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { registry } from './meters.ts'

let collectsProcess = false

/**
 * Serves `/metrics` at an address of its own, for a Prometheus.
 *
 * @returns what closes it
 * @throws StartError when the address cannot be listened on
 */
export async function startMetrics({ host, port }: { host: string; port: number }): Promise<() => Promise<void>> {
  // Of the process: memory, CPU, event loop, garbage collection.
  if (!collectsProcess) collectDefaultMetrics({ register: registry })
  collectsProcess = true
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new StartError(
          `METRICS_PORT ${port} at METRICS_HOST ${host} cannot be listened on (${errorCodeOf(error) || 'unknown'}): set another one.`,
        ),
      ),
    )
    server.listen({ host, port }, resolve)
  })
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
