import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/http/log.ts'
import type { Site } from '#server/http/network/bindings.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type ActivateAccount, activateAccountWith, type VerifyCode, verifyCodeWith } from './proveAddress.ts'
import { identitySite } from './identitySite.ts'
import { discoveredKeys, type IdTokenReader, idTokenReader, builtInKeys } from './idToken.ts'
import { builtInIssuer, clientId, identityPath, issuerAt } from './issuer.ts'
import { type CurrentKeys, followIdentityKeys, type IdentityKeys } from './keys.ts'
import { type EmailChanges, emailChanges, noEmailChanges } from './email/emailChanges.ts'
import { noPasswordChanges, type PasswordChanges, passwordChanges } from './passwords/passwordChanges.ts'
import { type AccountPasskeys, accountPasskeys, noAccountPasskeys, passkeyKeeper } from './passkeys/accountPasskeys.ts'
import { createProvider } from './provider.ts'
import { type ResendVerification, resendVerificationWith } from './email/resendVerification.ts'
import { verificationMails } from './email/verificationMails.ts'

/** What the rest of the product needs from the identity provider. */
interface Identity {
  readIdToken: IdTokenReader
  resendVerification: ResendVerification
  activateAccount: ActivateAccount
  verifyCode: VerifyCode
  passwords: PasswordChanges
  emails: EmailChanges
  passkeys: AccountPasskeys
  /** The pages below `/identity`; null with an external provider. */
  site: Site | null
}

interface IdentityOptions {
  db: ConnectionPool
  config: Config
  mailer: Mailer
  rateLimiter: RateLimiter
  log: Log
  clientAddress: (request: HttpBindings['incoming']) => string
}

/** Only reads an external provider's tokens. That provider verifies addresses itself, so no mail is sent. */
function externalIdentity({ issuer, clientId: id }: { issuer: string; clientId: string }): Identity {
  return {
    site: null,
    readIdToken: idTokenReader({ issuer, accountIssuer: issuer, clientId: id, keys: discoveredKeys(issuer) }),
    resendVerification: () => Promise.resolve(),
    activateAccount: () => Promise.resolve('link_expired'),
    verifyCode: () => Promise.resolve('expired'),
    passwords: noPasswordChanges,
    emails: noEmailChanges,
    passkeys: noAccountPasskeys,
  }
}

/**
 * oidc-provider takes its keys when it is made: where they were rotated, another one takes over. It keeps nothing in
 * memory.
 */
function withCurrentKeys(currentKeys: CurrentKeys, siteWith: (keys: IdentityKeys) => Site): Site {
  let open: { keys: IdentityKeys; site: Site } | null = null
  const site: Site = new Hono()
  return site.all(`${identityPath}/*`, async (c) => {
    const keys = await currentKeys()
    if (open?.keys !== keys) open = { keys, site: siteWith(keys) }
    return open.site.fetch(c.req.raw, c.env)
  })
}

async function builtInIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, config, mailer, rateLimiter, log, clientAddress } = options
  const { origin, tokenDays, dataDir, trustProxy, redFee } = config
  const currentKeys = await followIdentityKeys(db, dataDir, log)
  const mails = verificationMails({ db, mailer })
  const keeper = passkeyKeeper({ db, mailer })
  const shared = { db, origin }
  const siteWith = (keys: IdentityKeys) => {
    const provider = createProvider({ ...shared, keys, tokenDays, log })
    const interactions = { ...shared, provider, rateLimiter, mails, keeper, redFee, clientAddress }
    return identitySite({ interactions, trustProxy, log })
  }
  return {
    site: withCurrentKeys(currentKeys, siteWith),
    readIdToken: idTokenReader({
      issuer: issuerAt(origin),
      accountIssuer: builtInIssuer,
      clientId,
      keys: builtInKeys(db),
    }),
    resendVerification: resendVerificationWith({ db, mails }),
    activateAccount: activateAccountWith(db),
    verifyCode: verifyCodeWith({ db, rateLimiter }),
    passwords: passwordChanges({ db, mailer, rateLimiter }),
    emails: emailChanges({ db, mailer }),
    passkeys: accountPasskeys({ db, mailer, origin, keeper }),
  }
}

/** The identity provider that the configuration selects. */
export function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { identity } = options.config
  return identity.kind === 'external' ? Promise.resolve(externalIdentity(identity)) : builtInIdentity(options)
}
