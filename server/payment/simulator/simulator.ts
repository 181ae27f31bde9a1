import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { pathOf } from '#contract/endpoint.ts'
import { paymentDatafeed } from '#contract/registration/payment.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import type { Site } from '#server/http/network/bindings.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { startDatafeedSender } from './datafeedSender.ts'
import { simulatorSite } from './simulatorSite.ts'

/** A running simulator. */
interface Simulator {
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

const timeoutMs = 10_000

/** The address by which this machine reaches its own listener. */
function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === 'localhost') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** Posts a datafeed to the club's own listener, as a gateway would from elsewhere. Resolves to the answer's text. */
function postToClub({ host, port, https, product }: Pick<Config, 'host' | 'port' | 'https' | 'product'>) {
  return (body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = (https ? httpsRequest : httpRequest)(
        {
          host: ownHost(host),
          port,
          path: pathOf(paymentDatafeed, product),
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) },
          timeout: timeoutMs,
          // The listener's certificate is its own, and no authority of this machine knows it.
          rejectUnauthorized: false,
        },
        (response) => {
          text(response).then(resolve, reject)
        },
      )
      request.on('timeout', () => request.destroy(new Error('The club did not answer in time')))
      request.on('error', reject)
      request.end(body)
    })
}
