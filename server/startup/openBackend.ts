import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { accountClosures } from '#server/account/accountClosures.ts'
import { createApi } from '#server/api/api.ts'
import type { Config } from '#server/config.ts'
import { clientAddress } from '#server/http/network/clientAddress.ts'
import type { Log } from '#server/http/log.ts'
import { isFromPrivateNetwork } from '#server/http/network/privateNetwork.ts'
import type { SiteParts } from '#server/http/site.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { openSocialProviders } from '#server/identity/socialProviders.ts'
import { mailboxPage } from '#server/mail/mailbox.ts'
import { mailboxMailer, smtpMailer } from '#server/mail/mailer.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { createGateway } from '#server/payment/gateway.ts'
import { startSimulator } from '#server/payment/simulator/simulator.ts'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Resources } from './resources.ts'
import { studentCardKey } from './studentCardKey.ts'

/** The parts of the site that know members: API, identity provider and mailbox. */
export type OpenedBackend = Pick<SiteParts, 'api'> &
  Record<'identity' | 'simulator' | 'mailbox', Hono<{ Bindings: HttpBindings }> | null>

/** @param options.validateAnswers whether the API validates its own answers, for development */
export async function openBackend(
  db: ConnectionPool,
  config: Config,
  { log, resources, validateAnswers }: { log: Log; resources: Resources; validateAnswers: boolean },
): Promise<OpenedBackend> {
  const { smtpUrl, mailFrom, origin, product, trustProxy } = config
  const { pointsExpiryMonths, claimWindowDays, tokenDays, redFee } = config
  const mailer = smtpUrl === null ? mailboxMailer() : smtpMailer({ db, smtpUrl, mailFrom, log })
  resources.add(mailer.close)
  const { signInLimit: signIn, scanLimit: scans, spendingLimit: spending } = config
  const rateLimiter = createRateLimiter(db, { signIn, scans, spending })
  const addressOf = (request: IncomingMessage) => clientAddress(request, trustProxy)
  const {
    site: identity,
    readIdToken,
    resendVerification,
    activateAccount,
    passwords,
    emails,
  } = await createIdentity({
    db,
    config,
    mailer,
    rateLimiter,
    log,
    clientAddress: addressOf,
  })
  const api = createApi({
    db,
    dependencies: {
      readIdToken,
      socialProviders: openSocialProviders(config.socialIssuers),
      resendVerification,
      activateAccount,
      passwords,
      emails,
      closures: accountClosures({ db, mailer, origin }),
      notify: memberMails(config),
      rules: { pointsExpiryMonths, claimWindowDays, tokenDays, redFee },
      studentCardKey: await studentCardKey(config.dataDir),
      origin,
      gateway: config.payment && createGateway(config.payment, origin),
      warn: log.warn,
    },
    product,
    clock: () => new Date(),
    rateLimiter,
    cacheSeconds: config.cacheSeconds,
    trustProxy,
    log,
    validateAnswers,
  })
  const mailbox = identity !== null && config.mailbox ? mailboxPage({ db, origin, isFromPrivateNetwork }) : null
  const simulator = startSimulator({ db, config, log })
  if (simulator) resources.add(simulator.stop)
  return { api, identity, simulator: simulator?.site ?? null, mailbox }
}
