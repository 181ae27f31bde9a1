import { toString as toQr } from 'qrcode'
import type { Config } from '#server/config.ts'
import type { DemoSeason } from '#server/seed/seed.ts'
import { isLoopback } from '#server/settingSchemas.ts'
import type { RunningServer } from './start.ts'

function seasonLines({ accounts, staff, password, ticketsDir, counts }: DemoSeason): string[] {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  return [
    '',
    `Demo accounts, all with the password ${password}`,
    ...accounts.map(({ email, about }) => `  ${email.padEnd(width)}  ${about}`),
    '',
    `Demo staff, with the same password, at /identity/staff: ${staff.join(', ')}`,
    '',
    `Tickets to scan (${counts.claimable} give points): ${ticketsDir}`,
    '  tickets.html there is a sheet with all of them, to print or to hold in front of a camera.',
  ]
}

/** The address as a QR code for phones, at a terminal; nothing when they cannot reach it. */
async function phoneLines(
  config: Pick<Config, 'origin'>,
  authority: string | null,
  isTerminal: boolean,
): Promise<string[]> {
  const { hostname, protocol } = new URL(config.origin)
  if (isLoopback(hostname)) return []
  const lines = [
    '',
    `On a phone in the same network, open ${config.origin}.`,
    ...(isTerminal ? ['', await toQr(config.origin, { type: 'terminal', small: true })] : []),
  ]
  if (authority) {
    lines.push(
      'The phone asks before it trusts this server, because the certificate was made on this machine.',
      `For offline mode, install ${authority} there as a trusted authority.`,
    )
  }
  if (protocol === 'http:') lines.push('Camera and offline mode need HTTPS: start with HTTPS=1.')
  return lines
}

/** What is printed once the product is ready to be tried out: demo accounts, tickets and the mailbox. */
export async function welcome(
  config: Pick<Config, 'origin'>,
  { season, mailbox, authority }: Omit<RunningServer, 'stop'>,
  isTerminal: boolean,
): Promise<string> {
  return [
    ...(season ? seasonLines(season) : []),
    ...(mailbox ? ['', `Mails that the product would send: ${mailbox}`] : []),
    ...(await phoneLines(config, authority, isTerminal)),
    '',
  ].join('\n')
}
