import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { configurationWarnings, misspeltSettings } from './configurationWarnings.ts'

const warningsOf = (environment: Record<string, string>) => configurationWarnings(readConfig(environment)).join('\n')

test('A start behind a proxy that does not say who is calling warns', () => {
  for (const ORIGIN of ['https://club.example', 'http://club.example', 'http://192.168.1.7:81']) {
    expect(warningsOf({ ORIGIN })).toContain('TRUST_PROXY')
    expect(warningsOf({ ORIGIN, TRUST_PROXY: '1' })).not.toContain('TRUST_PROXY')
  }
  expect(warningsOf({ ORIGIN: 'https://club.example', HTTPS: '1', PORT: '443' })).not.toContain('TRUST_PROXY')
  expect(warningsOf({ HOST: '192.168.1.7' })).not.toContain('TRUST_PROXY')
  expect(warningsOf({ ORIGIN: 'http://localhost:9000' })).toBe('')
})

test('A start whose mails reach no one warns', () => {
  const ORIGIN = 'https://club.example'
  expect(warningsOf({ ORIGIN })).toContain('SMTP_URL')
  expect(warningsOf({ ORIGIN, SMTP_URL: 'smtp://mail.example' })).not.toContain('SMTP_URL')
  expect(warningsOf({ ORIGIN, MAILBOX: '1' })).not.toContain('SMTP_URL')
  // Another provider sends its own, and the club still tells members of their points, and staff of their invitations.
  expect(warningsOf({ ORIGIN, OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a' })).toContain('SMTP_URL')
})

test('A start on a public address without https, or with what is there to try the product out, warns', () => {
  const ORIGIN = 'https://club.example'
  expect(warningsOf({ ORIGIN: 'http://club.example' })).toContain('without https')
  expect(warningsOf({ ORIGIN, SEED: 'demo' })).toContain('SEED is demo')
  expect(warningsOf({ ORIGIN, MAILBOX: '1' })).toContain('MAILBOX is 1')
  expect(warningsOf({ ORIGIN, TRUST_PROXY: '1', SMTP_URL: 'smtp://mail.example' })).toBe('')
})

test('A start whose metrics would listen on its own port warns', () => {
  expect(warningsOf({ PORT: '9000', METRICS_PORT: '9000' })).toContain('METRICS_PORT')
  expect(warningsOf({ PORT: '9000', METRICS_PORT: '9001' })).toBe('')
})

test('A start whose memberships cost nothing warns', () => {
  const ORIGIN = 'https://club.example'
  expect(warningsOf({ ORIGIN, PAYMENT_GATEWAY: 'simulator' })).toContain('PAYMENT_GATEWAY')
  expect(warningsOf({ ORIGIN })).not.toContain('PAYMENT_GATEWAY')
  expect(warningsOf({ PAYMENT_GATEWAY: 'simulator' })).toBe('')
})

test('A start names each variable whose name is that of a setting but for one letter, and no other', () => {
  const misspelt = {
    TRUST_PROXYS: 'TRUST_PROXY',
    SMTP_ULR: 'SMTP_URL',
    DATADIR: 'DATA_DIR',
    ORIGEN: 'ORIGIN',
    HOSTT: 'HOST',
    smtp_url: 'SMTP_URL',
  }
  for (const [name, meant] of Object.entries(misspelt))
    expect(misspeltSettings({ [name]: 'x' })).toEqual([`${name} is no setting, and is ignored. ${meant} may be meant.`])
  const others = ['HOST', 'PORT', 'PATH', 'HOME', 'HOSTNAME', 'MAIL', 'LANG', 'PGHOST', 'HTTP_PROXY', 'HTTPS_PROXY']
  expect(misspeltSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
})
