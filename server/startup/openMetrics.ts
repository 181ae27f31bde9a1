import { limiters } from '#server/gate/limiters.ts'
import { showFigures } from '#server/metrics/meters.ts'
import { startMetrics } from '#server/metrics/metricsServer.ts'
import { countWaitingMails } from '#server/store/mailOutbox.ts'
import type { Store } from '#server/store/store.ts'

const limiterFigures = (state: 'active' | 'queued') => () =>
  Object.fromEntries(Object.entries(limiters).map(([name, limiter]) => [name, limiter.load()[state]]))

/** Serves `/metrics`, with the figures that are read from the parts of the server. Returns what closes it. */
export function openMetrics(
  address: { host: string; port: number },
  { db, connections }: Pick<Store, 'db' | 'connections'>,
): Promise<() => Promise<void>> {
  const pool = { name: 'club_database_connections', help: 'Connections of the requests’ pool.', label: 'state' }
  showFigures(pool, connections)
  const active = {
    name: 'club_limiter_active',
    help: 'Permits of a concurrency limiter that are held.',
    label: 'limiter',
  }
  showFigures(active, limiterFigures('active'))
  const queued = { name: 'club_limiter_queued', help: 'Requests that wait for a permit.', label: 'limiter' }
  showFigures(queued, limiterFigures('queued'))
  const mails = {
    name: 'club_mails_waiting',
    help: 'Mails to send: not due yet, due, and those that were given up (failed).',
    label: 'state',
  }
  showFigures(mails, () => countWaitingMails(db, new Date()))
  return startMetrics(address)
}
