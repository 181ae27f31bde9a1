import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { pagePolicy, securityHeaders } from './securityHeaders.ts'

const served = { dev: false }
const plain = { origin: 'http://localhost:8080', identity: { kind: 'built-in' as const }, payment: null }

test('Scripts, styles and connections are allowed only from this origin', () => {
  expect(securityHeaders(plain, served)['Content-Security-Policy']).toBe(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
      "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'none'; " +
      "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; " +
      "require-trusted-types-for 'script'; trusted-types club-bravo dompurify",
  )
})

test('A different identity provider is allowed as a connection target, and nothing else is relaxed for it', () => {
  const identity = { kind: 'external' as const, issuer: 'https://id.example/realms/club', clientId: 'app' }
  const [before, after] = [securityHeaders(plain, served), securityHeaders({ ...plain, identity }, served)]
  expect(after['Content-Security-Policy']).toBe(
    before['Content-Security-Policy']?.replace("connect-src 'self'", "connect-src 'self' https://id.example"),
  )
})

test('Forms may also go to the payment gateway of the configuration, and nothing else is relaxed for it', () => {
  const before = securityHeaders(plain, served)['Content-Security-Policy']
  const policyFor = (environment: Record<string, string>) =>
    securityHeaders({ ...plain, payment: readConfig(environment).payment }, served)['Content-Security-Policy']
  const gateway = {
    PAYMENT_GATEWAY: 'https://pay.example',
    PAYMENT_MERCHANT_ID: '1',
    PAYMENT_SECRET: 'a secret of the gateway',
  }
  expect(policyFor(gateway)).toBe(before?.replace("form-action 'self'", "form-action 'self' https://pay.example"))
  expect(policyFor({ PAYMENT_GATEWAY: 'simulator' })).toBe(before)
})

test('HSTS is sent if the origin is https, also behind a proxy', () => {
  expect(securityHeaders(plain, served)['Strict-Transport-Security']).toBeUndefined()
  expect(securityHeaders({ ...plain, origin: 'https://club.example' }, served)['Strict-Transport-Security']).toBe(
    'max-age=31536000',
  )
})

test('A page’s policy allows the styles and scripts that are in the page, and is otherwise that of every response', () => {
  const policy = pagePolicy(plain, { styles: ["'sha256-a'"], scripts: ["'sha256-b'"] })
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-b'; style-src 'self' 'sha256-a';")
  expect(pagePolicy(plain, { styles: [], scripts: [] })).toBe(securityHeaders(plain, served)['Content-Security-Policy'])
})

test('Hot reload gets the permissions that it needs, only in development', () => {
  expect(securityHeaders(plain, { dev: true })['Content-Security-Policy']).toContain("'unsafe-inline'")
})
