import { keysOf } from '#contract/keysOf.ts'
import type { Config, Environment } from '#server/config.ts'
import { settings } from '#server/settings.ts'
import { isLoopback } from '#server/settingSchemas.ts'

type Checked = Pick<
  Config,
  'origin' | 'port' | 'https' | 'trustProxy' | 'seed' | 'smtpUrl' | 'mailbox' | 'identity' | 'payment' | 'metrics'
>

/** Whether browsers reach the server through something else than its own listener. */
function isBehindProxy({ origin, port, https }: Checked): boolean {
  const { protocol, port: publicPort } = new URL(origin)
  const ownProtocol = https ? 'https:' : 'http:'
  return protocol !== ownProtocol || Number(publicPort || (protocol === 'https:' ? 443 : 80)) !== port
}

/** Sentences for the operator about a configuration that is valid, but probably not what was meant. */
export function configurationWarnings(config: Checked): string[] {
  const warnings: string[] = []
  if (config.metrics?.port === config.port)
    warnings.push('METRICS_PORT is the port of the club itself: give it another one, or one of the two may not listen.')
  if (isLoopback(new URL(config.origin).hostname)) return warnings
  if (config.origin.startsWith('http:'))
    warnings.push(
      `ORIGIN is ${config.origin}: without https, passwords can be read on their way, and phones have neither camera nor offline mode.`,
    )
  if (config.seed === 'demo') warnings.push('SEED is demo: an empty database gets members whose password is public.')
  if (config.mailbox) warnings.push('MAILBOX is 1: everyone who comes here can read every email, with its links.')
  if (isBehindProxy(config) && config.trustProxy === 0)
    warnings.push(
      `ORIGIN is ${config.origin}, but the server listens on port ${config.port}${config.https ? '' : ' without TLS'}: a proxy seems to be in front. Set TRUST_PROXY to the number of proxies, or all visitors count as one network address and share its limits.`,
    )
  if (config.smtpUrl === null && !config.mailbox)
    warnings.push(
      'Mails are neither sent nor shown: set SMTP_URL to a mail server, or MAILBOX=1 to try the product out.',
    )
  if (config.payment?.isSimulated)
    warnings.push('PAYMENT_GATEWAY is the simulator: everyone who comes here can join as Red without paying.')
  return warnings
}

/** Whether two names differ by one letter: another one, one more, one less, or two that have changed places. */
function isOneLetterOff(one: string, other: string): boolean {
  let [start, end] = [0, 0]
  const shorter = Math.min(one.length, other.length)
  while (start < shorter && one[start] === other[start]) start += 1
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one, other].map((name) => name.slice(start, name.length - end))
  if (left === undefined || right === undefined) return false
  const haveChangedPlaces = left.length === 2 && left === Array.from(right).toReversed().join('')
  return Math.max(left.length, right.length) === 1 || haveChangedPlaces
}

/** Sentences about variables that nothing reads, and whose names are those of settings but for a letter or for case. */
export function misspeltSettings(environment: Environment): string[] {
  const known = keysOf(settings)
  return Object.keys(environment).flatMap((name) => {
    if (known.some((one) => one === name)) return []
    const upper = name.toUpperCase()
    const meant = known.find((one) => one === upper || isOneLetterOff(one, upper))
    return meant === undefined ? [] : [`${name} is no setting, and is ignored. ${meant} may be meant.`]
  })
}
