import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

const season = {
  accounts: [
    { email: 'a@club.example', tier: 'Black' as const, about: 'A basic member' },
    { email: 'longer@club.example', tier: 'Gold' as const, about: 'A gold member' },
  ],
  staff: ['owner@club.example'],
  password: 'a password',
  ticketsDir: '/data/tickets',
  counts: { claimable: 30, 'other-outlet': 1, pending: 2, claimed: 3, expired: 4, unknown: 5, forged: 1 },
}
const mailbox = 'http://localhost:8080/mailbox'

test('The welcome names the accounts, the tickets and the mailbox', async () => {
  const text = await welcome({ origin: 'http://localhost:8080' }, { season, mailbox, authority: null }, true)
  expect(text).toContain('  a@club.example       A basic member\n  longer@club.example  A gold member\n')
  expect(text).toContain('at /identity/staff: owner@club.example')
  expect(text).toContain('the password a password')
  expect(text).toContain('Tickets to scan (30 give points): /data/tickets')
  expect(text).toContain(mailbox)
  expect(text).not.toContain('phone')
})

test('The address is also printed as a QR code for phones, with a note about the warning of their browsers', async () => {
  const authority = 'https://192.168.1.7:8080/club-bravo.crt'
  const text = await welcome({ origin: 'https://192.168.1.7:8080' }, { season: null, mailbox: null, authority }, true)
  expect(text).toMatch(/[▀▄█]{10}/)
  expect(text).toContain(`install ${authority}`)
  const plain = await welcome(
    { origin: 'http://192.168.1.7:8080' },
    { season: null, mailbox: null, authority: null },
    false,
  )
  expect(plain, 'a log').not.toMatch(/[▀▄█]/)
  expect(plain).toContain('start with HTTPS=1')
})
