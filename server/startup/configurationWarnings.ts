import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/settingSchemas.ts'

type Checked = Pick<Config, 'origin' | 'port' | 'https' | 'trustProxy' | 'smtpUrl' | 'mailbox' | 'identity' | 'payment'>

/** Whether browsers reach the server through something else than its own listener. */
function isBehindProxy({ origin, port, https }: Checked): boolean {
  const { protocol, port: publicPort } = new URL(origin)
  const ownProtocol = https ? 'https:' : 'http:'
  return protocol !== ownProtocol || Number(publicPort || (protocol === 'https:' ? 443 : 80)) !== port
}

/** Sentences for the operator about a configuration that is valid, but probably not what was meant. */
export function configurationWarnings(config: Checked): string[] {
  if (isLoopback(new URL(config.origin).hostname)) return []
  const warnings: string[] = []
  if (isBehindProxy(config) && config.trustProxy === 0)
    warnings.push(
      `ORIGIN is ${config.origin}, but the server listens on port ${config.port}${config.https ? '' : ' without TLS'}: a proxy seems to be in front. Set TRUST_PROXY to the number of proxies, or all visitors count as one network address and share its limits.`,
    )
  if (config.identity.kind === 'built-in' && config.smtpUrl === null && !config.mailbox)
    warnings.push(
      'Mails are neither sent nor shown: set SMTP_URL to a mail server, or MAILBOX=1 to try the product out.',
    )
  if (config.payment?.isSimulated)
    warnings.push('PAYMENT_GATEWAY is the simulator: everyone who comes here can join as Red without paying.')
  return warnings
}
