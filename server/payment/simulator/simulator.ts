import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import type { Site } from '#server/http/network/bindings.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { startDatafeedSender } from './datafeedSender.ts'
import { postToClub } from './postToClub.ts'
import { simulatorSite } from './simulatorSite.ts'

/** A running simulator. */
export interface Simulator {
  site: Site
  /** Stops after the deliveries in progress. What is not accepted stays in the database. */
  stop: () => Promise<void>
}

/** Starts the payment simulator; null where the club pays elsewhere, takes real money, or takes no payments. */
export function startSimulator(options: { db: ConnectionPool; config: Config; log: Log }): Simulator | null {
  const { db, config, log } = options
  const { payment, origin } = config
  if (payment === null || !payment.isSimulated || payment.isLive) return null
  const sender = startDatafeedSender({ db, post: postToClub(config), log })
  const merchant = { merchantId: payment.merchantId, key: payment.key, origin }
  return { site: simulatorSite({ db, merchant, sender }), stop: sender.stop }
}
