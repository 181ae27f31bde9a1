import { expect, test } from 'vitest'
import { securityHeaders } from './securityHeaders.ts'

const nothingInline = { styles: [], scripts: [] }
const plain = { origin: 'http://localhost:8080', identity: { kind: 'built-in' as const } }

test('Scripts, styles and connections come from this origin alone', () => {
  expect(securityHeaders(plain, nothingInline)['Content-Security-Policy']).toBe(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
      "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'none'; " +
      "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; " +
      "require-trusted-types-for 'script'; trusted-types club-bravo dompurify",
  )
})

test('Another identity provider may be connected to, and nothing else is opened for it', () => {
  const identity = { kind: 'external' as const, issuer: 'https://id.example/realms/club', clientId: 'app' }
  const [before, after] = [
    securityHeaders(plain, nothingInline),
    securityHeaders({ ...plain, identity }, nothingInline),
  ]
  expect(after['Content-Security-Policy']).toBe(
    before['Content-Security-Policy']?.replace("connect-src 'self'", "connect-src 'self' https://id.example"),
  )
})

test('HSTS is sent where the origin is https, behind a proxy too', () => {
  expect(securityHeaders(plain, nothingInline)['Strict-Transport-Security']).toBeUndefined()
  expect(
    securityHeaders({ ...plain, origin: 'https://club.example' }, nothingInline)['Strict-Transport-Security'],
  ).toBe('max-age=31536000')
})

test('What stands in a page itself runs by its hash alone', () => {
  const policy = securityHeaders(plain, { styles: ["'sha256-a'"], scripts: ["'sha256-b'"] })['Content-Security-Policy']
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-b'; style-src 'self' 'sha256-a';")
})

test('Hot reload may do what it needs, in development alone', () => {
  expect(securityHeaders(plain, null)['Content-Security-Policy']).toContain("'unsafe-inline'")
})
