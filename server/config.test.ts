import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing was refused'
}

function chosen(environment: Record<string, string>): unknown[] {
  const { seed, mailbox } = readConfig(environment)
  return [seed, mailbox]
}

/** Whether payments are simulated; null where there are none. */
const simulated = (environment: Record<string, string>) => readConfig(environment).payment?.isSimulated ?? null

describe('the configuration', () => {
  it('needs nothing to be set', () => {
    expect(readConfig({})).toMatchObject({
      host: 'localhost',
      port: 8080,
      origin: 'http://localhost:8080',
      databaseUrl: null,
      seed: 'demo',
      product: 'club-bravo',
      identity: { kind: 'built-in' },
      mailFrom: 'Club Bravo <no-reply@localhost>',
      pointsExpiryMonths: null,
      claimWindowDays: 30,
    })
  })

  it('has a demo season and a mailbox only where it is open to this machine alone, or where they are asked for by name', () => {
    for (const ORIGIN of ['http://localhost:8080', 'http://127.0.0.1', 'http://127.3.2.1:81', 'http://[::1]:8080'])
      expect([ORIGIN, ...chosen({ ORIGIN })]).toEqual([ORIGIN, 'demo', true])
    for (const ORIGIN of ['https://club.example', 'http://192.168.1.7:8080', 'http://127.0.0.1.evil.example'])
      expect([ORIGIN, ...chosen({ ORIGIN })]).toEqual([ORIGIN, 'none', false])
    expect(chosen({ HOST: '192.168.1.7', HTTPS: '1' })).toEqual(['none', false])
    expect(chosen({ ORIGIN: 'https://club.example', SEED: 'demo', MAILBOX: '1' })).toEqual(['demo', true])
    expect(chosen({ SEED: 'none', MAILBOX: '0' })).toEqual(['none', false])
    expect(chosen({ SMTP_URL: 'smtp://mail.example', MAILBOX: '1' })).toEqual(['demo', false])
  })

  it('takes payments by the simulator only where it is open to this machine alone, or where it is asked for by name', () => {
    expect(simulated({})).toBe(true)
    expect(simulated({ ORIGIN: 'https://club.example' })).toBeNull()
    expect(simulated({ ORIGIN: 'https://club.example', PAYMENT_GATEWAY: 'simulator' })).toBe(true)
    expect(simulated({ PAYMENT_GATEWAY: 'none' })).toBeNull()
    expect(
      simulated({
        PAYMENT_GATEWAY: 'https://pay.example',
        PAYMENT_MERCHANT_ID: '1',
        PAYMENT_SECRET: 'a secret of the gateway',
      }),
    ).toBe(false)
  })

  it('takes real money only by the gateway’s live form, with a secret', () => {
    const gateway = {
      PAYMENT_GATEWAY: 'https://pay.example',
      PAYMENT_MERCHANT_ID: '1',
      PAYMENT_SECRET: 'a secret of the gateway',
    }
    expect(readConfig(gateway).payment).toMatchObject({
      formAddress: 'https://pay.example/b2cDemo/eng/payment/payForm.jsp',
      isLive: false,
      fee: 300,
      key: { algorithm: 'sha1' },
    })
    expect(
      readConfig({ ...gateway, PAYMENT_LIVE: '1', PAYMENT_FROM: '203.0.113.5, 2001:db8::/32' }).payment,
    ).toMatchObject({
      formAddress: 'https://pay.example/b2c2/eng/payment/payForm.jsp',
      isLive: true,
      datafeedFrom: ['203.0.113.5', '2001:db8::/32'],
    })
    expect(refusal({ PAYMENT_LIVE: '1' })).toContain('PAYMENT_GATEWAY')
    expect(refusal({ PAYMENT_LIVE: '1', PAYMENT_GATEWAY: 'simulator' })).toContain('PAYMENT_GATEWAY')
    expect(refusal({ PAYMENT_GATEWAY: 'https://pay.example', PAYMENT_MERCHANT_ID: '1' })).toContain('PAYMENT_SECRET')
    expect(refusal({ PAYMENT_GATEWAY: 'https://pay.example', PAYMENT_SECRET: 'a secret of the gateway' })).toContain(
      'MERCHANT',
    )
    expect(refusal({ PAYMENT_SECRET: 'nineteen characters' })).toBe(
      'PAYMENT_SECRET must be a secret of at least 20 characters.',
    )
    expect(refusal({ PAYMENT_GATEWAY: 'http://pay.example', PAYMENT_SECRET: 'a secret of the gateway' })).toContain(
      'PAYMENT_GATEWAY',
    )
    for (const PAYMENT_FROM of ['here', '203.0.113.5/33', '203.0.113.5/', '203.0.113.5,,'])
      expect(refusal({ PAYMENT_FROM })).toContain('PAYMENT_FROM')
  })

  it('takes a blank variable for an unset one and ignores those it does not know', () => {
    expect(readConfig({ PORT: '  ', DATABASE_URL: '', SMTP_URL: ' ', NOT_OURS: 'x' })).toEqual(readConfig({}))
  })

  it('reads what is set', () => {
    const config = readConfig({
      PORT: '8443',
      HTTPS: 'yes',
      ORIGIN: 'https://Club.Example/',
      POINTS_EXPIRY_MONTHS: '24',
      OIDC_ISSUER: 'https://id.example/realms/club',
      OIDC_CLIENT_ID: 'app',
      MAIL_FROM: 'hello@club.example',
    })
    expect(config).toMatchObject({
      port: 8443,
      https: true,
      origin: 'https://club.example',
      pointsExpiryMonths: 24,
      identity: { kind: 'external', issuer: 'https://id.example/realms/club', clientId: 'app' },
      mailFrom: 'hello@club.example',
    })
    expect(config.dataDir).toMatch(/^\/.+\/data$/)
  })

  it('computes the origin from host, port and TLS', () => {
    expect(readConfig({ HOST: '127.0.0.1' }).origin).toBe('http://localhost:8080')
    expect(readConfig({ HOST: '::1', PORT: '80' }).origin).toBe('http://localhost')
    expect(readConfig({ HOST: 'club.example', PORT: '443', HTTPS: '1' }).origin).toBe('https://club.example')
    expect(readConfig({ HOST: '2001:db8::7' }).origin).toBe('http://[2001:db8::7]:8080')
  })

  it.each([
    [
      'HOST',
      'local host',
      'HOST must be a host name or an address to listen on, such as localhost or 0.0.0.0, but is "local host".',
    ],
    ['HOST', '999.1.1.1', /^HOST must be a host name or an address/],
    ['PORT', '80a', 'PORT must be a whole number from 1 to 65535, but is "80a".'],
    ['PORT', '0', 'PORT must be a whole number from 1 to 65535, but is "0".'],
    ['PORT', '65536', 'PORT must be a whole number from 1 to 65535, but is "65536".'],
    ['HTTPS', 'maybe', 'HTTPS must be 1 or 0, but is "maybe".'],
    ['HTTPS', 'constructor', 'HTTPS must be 1 or 0, but is "constructor".'],
    [
      'ORIGIN',
      'club.example',
      'ORIGIN must be an http or https address without a path, such as https://club.example, but is "club.example".',
    ],
    ['ORIGIN', 'https://club.example/app', /^ORIGIN must be/],
    ['ORIGIN', 'https://user@club.example', /^ORIGIN must be/],
    ['SEED', 'all', 'SEED must be demo or none, but is "all".'],
    ['PRODUCT', 'Club Bravo', /^PRODUCT must be lower-case letters, digits and hyphens/],
    ['PRODUCT', 'auth', /^PRODUCT must be/],
    [
      'POINTS_EXPIRY_MONTHS',
      'never',
      'POINTS_EXPIRY_MONTHS must be none or a whole number from 1 to 1200, but is "never".',
    ],
    ['CLAIM_WINDOW_DAYS', '-1', /^CLAIM_WINDOW_DAYS must be a whole number/],
    ['MAIL_FROM', 'nobody', /^MAIL_FROM must be a mail address/],
    ['MAIL_FROM', 'A <a@b.example>\r\nBcc: x@y.example', /^MAIL_FROM must be/],
    ['OIDC_ISSUER', 'http://id.example', /^OIDC_ISSUER must be the https address/],
    ['LOG_LEVEL', 'debug', /^LOG_LEVEL must be info, warn, error or silent/],
    ['DATA_DIR', 'a\0b', /^DATA_DIR must be the path of a folder/],
  ])('refuses %s=%j', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toMatch(sentence)
  })

  it('never prints a value that may hold a password', () => {
    expect(refusal({ DATABASE_URL: 'mysql://club:secret@host/db' })).toBe(
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database.',
    )
    expect(refusal({ SMTP_URL: 'club:secret@host' })).not.toContain('secret')
  })

  it('wants the two halves of an external identity provider together', () => {
    expect(refusal({ OIDC_ISSUER: 'https://id.example' })).toBe('OIDC_CLIENT_ID must be set where OIDC_ISSUER is.')
    expect(refusal({ OIDC_CLIENT_ID: 'app' })).toBe('OIDC_ISSUER must be set where OIDC_CLIENT_ID is.')
  })

  it('refuses a plain origin where TLS is on', () => {
    expect(refusal({ HTTPS: '1', ORIGIN: 'http://club.example' })).toBe(
      'ORIGIN must begin with https:// where HTTPS is 1, but is "http://club.example".',
    )
  })

  it('names all that is wrong at once', () => {
    const faults = refusal({ PORT: 'eighty', SEED: 'all', DATABASE_URL: 'mysql://club' }).split('\n')
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'SEED'])
    const together = refusal({ HTTPS: '1', ORIGIN: 'http://club.example', OIDC_CLIENT_ID: 'club' }).split('\n')
    expect(together).toHaveLength(2)
  })
})
