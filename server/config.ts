import { isIP } from 'node:net'
import * as v from 'valibot'
import { firstLanAddress } from '#server/http/network/lanAddresses.ts'
import type { PaymentSettings } from '#server/payment/gateway.ts'
import { isLoopback, type Setting } from './settingSchemas.ts'
import { settings } from './settings.ts'
import { StartError } from './startError.ts'

/** An invalid configuration. The message has a line for each fault, which names the variable and what is expected. */
export class ConfigError extends StartError {}

type Settings = typeof settings
type Values = {
  [Name in keyof Settings]:
    | v.InferOutput<Settings[Name]['schema']>
    | (Settings[Name]['byDefault'] extends string ? never : null)
}

/** The identity provider: the built-in one, or an external one by its issuer. */
type IdentityChoice = { kind: 'built-in' } | { kind: 'external'; issuer: string; clientId: string }

export interface Config {
  host: string
  port: number
  https: boolean
  /** The public origin, without a slash at the end. */
  origin: string
  trustProxy: number
  /** An absolute path. */
  dataDir: string
  databaseUrl: string | null
  seed: 'demo' | 'none'
  product: string
  /** Where to report weaknesses; null where the club does not say. */
  securityContact: string | null
  /** How many connections are open at most, in all and from each network. */
  connections: { total: number; perNetwork: number }
  /** How long an idle connection is kept. */
  keepAliveSeconds: number
  /** After how long without progress a connection is closed. */
  stallSeconds: number
  smtpUrl: string | null
  /** Whether mails are shown at `/mailbox`; never where they are sent by SMTP. */
  mailbox: boolean
  mailFrom: string
  identity: IdentityChoice
  /** null where the club takes no payments. */
  payment: PaymentSettings | null
  /** What a Red membership and an application to the young audience scheme cost, in Hong Kong dollars. */
  redFee: number
  /** Further identity providers whose tokens sign people in; null where it is not configured. */
  socialIssuers: Record<'google' | 'facebook', { issuer: string; clientId: string } | null>
  claimWindowDays: number
  pointsExpiryMonths: number | null
  tokenDays: number
  settleMinutes: number
  /** Attempts per minute and email address. */
  signInLimit: number
  /** Look-ups per minute and member. */
  scanLimit: number
  /** How long public answers may be kept, in seconds. */
  cacheSeconds: number
  /** Redemptions, conversions and event registrations per minute and member. */
  spendingLimit: number
  logLevel: 'info' | 'warn' | 'error' | 'silent'
  logFormat: 'text' | 'json'
  /** Where `/metrics` listens; null where it does not. */
  metrics: { host: string; port: number } | null
}

export type Environment = Readonly<Record<string, string | undefined>>

function valueOf(name: string, declared: Setting, environment: Environment): unknown {
  const text = environment[name]?.trim() || declared.byDefault
  if (text === null) return null
  const result = v.safeParse(declared.schema, text)
  if (result.success) return result.output
  throw new ConfigError(`${name} must be ${declared.expects}${declared.secret ? '' : `, but is "${text}"`}.`)
}

/** The name by which browsers reach a listener on `host`. */
function publicName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return firstLanAddress() ?? 'localhost'
  return isLoopback(host) || host === '::1' ? 'localhost' : host
}

function defaultOrigin(host: string, port: number, https: boolean): string {
  const name = publicName(host)
  return new URL(`${https ? 'https' : 'http'}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`).origin
}

function identityChoice(issuerText: string | null, clientId: string | null): IdentityChoice {
  if (issuerText && clientId) return { kind: 'external', issuer: issuerText, clientId }
  if (issuerText) throw new ConfigError('OIDC_CLIENT_ID must be set where OIDC_ISSUER is.')
  if (clientId) throw new ConfigError('OIDC_ISSUER must be set where OIDC_CLIENT_ID is.')
  return { kind: 'built-in' }
}

/** The path of the gateway's form, at the gateway and at the simulator. */
const liveForm = '/b2c2/eng/payment/payForm.jsp'
export const testForm = '/b2cDemo/eng/payment/payForm.jsp'
/** Below which the simulator is mounted. */
export const simulatorPath = '/payment-simulator'
/** Anybody may know it: the simulator takes no money, and exists only where it is asked for or nobody else comes. */
const simulated = { merchantId: '88888888', secret: 'local-test-secret' }

/** How members pay. The simulator never takes real money. */
function paymentSettings(values: Values, publicOrigin: string): PaymentSettings | null {
  const isLocal = isLoopback(new URL(publicOrigin).hostname)
  const gateway = values.PAYMENT_GATEWAY ?? (isLocal ? 'simulator' : 'none')
  const isLive = values.PAYMENT_LIVE
  const isSimulated = gateway === 'simulator'
  if (isLive && (isSimulated || gateway === 'none'))
    throw new ConfigError('PAYMENT_GATEWAY must be the address of the gateway where PAYMENT_LIVE is 1.')
  if (gateway === 'none') return null
  const merchantId = values.PAYMENT_MERCHANT_ID ?? (isSimulated ? simulated.merchantId : null)
  const secret = values.PAYMENT_SECRET ?? (isSimulated ? simulated.secret : null)
  if (merchantId === null || secret === null)
    throw new ConfigError('PAYMENT_MERCHANT_ID and PAYMENT_SECRET must be set where PAYMENT_GATEWAY is an address.')
  return {
    formAddress: isSimulated ? publicOrigin + simulatorPath + testForm : gateway + (isLive ? liveForm : testForm),
    isSimulated,
    isLive,
    merchantId,
    key: { algorithm: values.PAYMENT_HASH, secret },
    payType: values.PAYMENT_TYPE,
    fee: values.RED_FEE,
    datafeedFrom: values.PAYMENT_FROM ?? [],
    orderMinutes: values.ORDER_MINUTES,
  }
}
const socialIssuer = (issuer: string, clientId: string | null) => (clientId === null ? null : { issuer, clientId })

/** Reads one thing after the other, and gathers what is wrong with all of them. */
function createReader() {
  const faults: string[] = []
  return {
    /** What `one` returns; undefined where it throws a ConfigError. */
    read: <T>(one: () => T): T | undefined => {
      try {
        return one()
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        faults.push(error.message)
        return undefined
      }
    },
    isRefused: () => faults.length > 0,
    refusal: () => new ConfigError(faults.join('\n')),
  }
}

/** The public origin. Browsers reach a listener with TLS by https. */
function originOf({ ORIGIN, HOST, PORT, HTTPS }: Values): string {
  const publicOrigin = ORIGIN ?? defaultOrigin(HOST, PORT, HTTPS)
  if (HTTPS && !publicOrigin.startsWith('https:'))
    throw new ConfigError(`ORIGIN must begin with https:// where HTTPS is 1, but is "${publicOrigin}".`)
  return publicOrigin
}

/**
 * Reads the configuration.
 *
 * @throws ConfigError with every invalid variable; else with everything that does not go together
 */
export function readConfig(environment: Environment): Config {
  const { read, isRefused, refusal } = createReader()
  const entries = Object.entries(settings).map(([name, declared]) => [
    name,
    read(() => valueOf(name, declared, environment)),
  ])
  if (isRefused()) throw refusal()
  const values: Values = Object.fromEntries(entries)
  const { HOST: host, PORT: port, HTTPS: https } = values
  const publicOrigin = read(() => originOf(values))
  const identity = read(() => identityChoice(values.OIDC_ISSUER, values.OIDC_CLIENT_ID))
  const payment = publicOrigin === undefined ? undefined : read(() => paymentSettings(values, publicOrigin))
  if (publicOrigin === undefined || identity === undefined || payment === undefined) throw refusal()
  // Both are for trying the product out: the demo accounts' password is public, and the mailbox shows everyone's links.
  const isLocal = isLoopback(new URL(publicOrigin).hostname)
  return {
    host,
    port,
    https,
    origin: publicOrigin,
    trustProxy: values.TRUST_PROXY,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    seed: values.SEED ?? (isLocal ? 'demo' : 'none'),
    product: values.PRODUCT,
    securityContact: values.SECURITY_CONTACT,
    connections: { total: values.CONNECTIONS, perNetwork: values.NETWORK_CONNECTIONS },
    keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
    stallSeconds: values.STALL_SECONDS,
    smtpUrl: values.SMTP_URL,
    mailbox: values.SMTP_URL === null && (values.MAILBOX ?? isLocal),
    mailFrom: values.MAIL_FROM ?? `Club Bravo <no-reply@${new URL(publicOrigin).hostname}>`,
    identity,
    payment,
    redFee: values.RED_FEE,
    socialIssuers: {
      google: socialIssuer(values.GOOGLE_ISSUER, values.GOOGLE_CLIENT_ID),
      facebook: socialIssuer(values.FACEBOOK_ISSUER, values.FACEBOOK_CLIENT_ID),
    },
    claimWindowDays: values.CLAIM_WINDOW_DAYS,
    pointsExpiryMonths: values.POINTS_EXPIRY_MONTHS,
    tokenDays: values.TOKEN_DAYS,
    settleMinutes: values.SETTLE_MINUTES,
    signInLimit: values.SIGN_IN_LIMIT,
    scanLimit: values.SCAN_LIMIT,
    cacheSeconds: values.CACHE_SECONDS,
    spendingLimit: values.SPENDING_LIMIT,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    metrics: values.METRICS_PORT === null ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
  }
}
