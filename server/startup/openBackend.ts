import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { accountClosures } from '#server/account/accountClosures.ts'
import { memberCorrections } from '#server/account/memberCorrections.ts'
import { staffPasskeys } from '#server/account/staffPasskeys.ts'
import { createApi } from '#server/api/api.ts'
import type { Config } from '#server/config.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { clientAddress } from '#server/http/network/clientAddress.ts'
import type { Log } from '#server/http/log.ts'
import { isFromPrivateNetwork } from '#server/http/network/privateNetwork.ts'
import type { SiteParts } from '#server/http/site.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { chooseLanguage } from '#server/identity/languages.ts'
import { openSocialProviders } from '#server/identity/socialProviders.ts'
import { addressChanges } from '#server/account/addressChanges.ts'
import { addressChangePages } from '#server/mail/addressChangePages.ts'
import { mailWriter } from '#server/mail/mail.ts'
import { mailboxPage } from '#server/mail/mailbox.ts'
import { mailboxMailer, smtpMailer } from '#server/mail/mailer.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { unsubscribePages } from '#server/mail/unsubscribePages.ts'
import { createGateway } from '#server/payment/gateway.ts'
import { startSimulator } from '#server/payment/simulator/simulator.ts'
import { isLoopback } from '#server/settingSchemas.ts'
import { staffSignInSite } from '#server/staff/signInSite.ts'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { type ReadSealingKeys, readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { staffReader } from '#server/staff/staffSession.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Resources } from './resources.ts'
import { clubSettings } from './clubSettings.ts'

/** The folder of files that exist for one call only. What a server has left that was killed is deleted. */
async function emptyTemporaryFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'temporary')
  await rm(folder, { recursive: true, force: true })
  return folder
}

/** The parts of the site that know members: API, identity provider, mailbox and how to unsubscribe. */
type OpenedBackend = Pick<SiteParts, 'api' | 'unsubscribe' | 'staffSignIn'> &
  Record<'identity' | 'simulator' | 'mailbox', Site | null>

/** @param options.validateAnswers whether the API validates its own answers, for development */
export async function openBackend(
  db: ConnectionPool,
  config: Config,
  { log, resources, validateAnswers }: { log: Log; resources: Resources; validateAnswers: boolean },
): Promise<OpenedBackend> {
  const { smtpUrl, mailFrom, origin, product, trustProxy } = config
  const { pointsExpiryMonths, claimWindowDays, tokenDays, redFee } = config
  const mailer = smtpUrl === null ? mailboxMailer() : smtpMailer({ db, smtpUrl, mailFrom, origin, log })
  resources.add(mailer.close)
  const { signInLimit: signIn, scanLimit: scans, spendingLimit: spending } = config
  const rateLimiter = createRateLimiter(db, { signIn, scans, spending })
  const addressOf = (request: IncomingMessage) => clientAddress(request, trustProxy)
  const {
    site: identity,
    readIdToken,
    resendVerification,
    activateAccount,
    verifyCode,
    passwords,
    emails,
    passkeys,
  } = await createIdentity({
    db,
    config,
    mailer,
    rateLimiter,
    log,
    clientAddress: addressOf,
  })
  const notify = memberMails(config)
  const rules = { pointsExpiryMonths, claimWindowDays, tokenDays, redFee }
  const sealingKeys: ReadSealingKeys = (missing) => readSealingKeys(config.dataDir, missing)
  const temporaryFolder = await emptyTemporaryFolder(config.dataDir)
  const lostAddresses = addressChanges({ addMail: mailer.add })
  const api = createApi({
    db,
    readStaff: staffReader({ db, origin }),
    clock: () => new Date(),
    trustProxy,
    log,
    validateAnswers,
    dependencies: {
      readIdToken,
      socialProviders: openSocialProviders(config.socialIssuers),
      resendVerification,
      countProof: (email) => rateLimiter.consume({ of: 'recipient', about: 'verification', email }),
      activateAccount,
      verifyCode,
      passwords,
      emails,
      passkeys,
      closures: accountClosures({ db, mailer }),
      notify,
      rules,
      settings: clubSettings(config),
      sealingKeys,
      temporaryFolder,
      origin,
      gateway: config.payment && createGateway(config.payment, origin),
      warn: log.warn,
      ticketSigner: async () => (await ensureTicketKey(db, sealingKeys)).sign,
      addressChanges: lostAddresses,
      corrections: memberCorrections({ mailer, notify, resendVerification }),
      staffPasskeys: staffPasskeys({ db, addMail: mailer.add, origin }),
      addMail: mailer.add,
      mailWriter: () => mailWriter(origin),
    },
    product,
    rateLimiter,
    cacheSeconds: config.cacheSeconds,
  })
  const hasDemo = config.seed === 'demo' && isLoopback(new URL(origin).hostname)
  // The club's own, wherever its members sign in.
  const staffSignIn = staffSignInSite({
    db,
    origin,
    addMail: mailer.add,
    rateLimiter,
    clientAddress: addressOf,
    trustProxy,
    hasDemo,
  })
  const mailbox = config.mailbox ? mailboxPage({ db, origin, isFromPrivateNetwork, languageOf: chooseLanguage }) : null
  const simulator = startSimulator({ db, config, log })
  if (simulator) resources.add(simulator.stop)
  const unsubscribe = unsubscribePages({ db, origin, trustProxy })
  unsubscribe.route('/', addressChangePages({ db, origin, trustProxy, stop: lostAddresses.stop }))
  return { api, staffSignIn, identity, simulator: simulator?.site ?? null, mailbox, unsubscribe }
}
