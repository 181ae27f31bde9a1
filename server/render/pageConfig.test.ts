import { expect, test } from 'vitest'
import { withPageConfig } from './pageConfig.ts'

const page = '<!doctype html><html><head><title>Club Bravo</title></head><body></body></html>'
const usual = {
  product: 'club-bravo',
  origin: 'http://localhost:8080',
  identity: { kind: 'built-in' as const },
  redFee: 300,
}

test('No configuration is embedded if nothing differs from the defaults', () => {
  expect(withPageConfig(page, usual)).toBe(page)
})

test('Another slug implies the identity provider’s default values for it', () => {
  expect(withPageConfig(page, { ...usual, product: 'other' })).toContain(
    '<head><meta name="club-bravo-config" content="{&quot;product&quot;:&quot;other&quot;,' +
      '&quot;issuer&quot;:&quot;http://localhost:8080/identity&quot;,&quot;clientId&quot;:&quot;club-bravo-app&quot;}" />',
  )
})

test('Another price of Red is told to the page, which shows it wherever it names it', () => {
  expect(withPageConfig(page, { ...usual, redFee: 450 })).toContain('&quot;fee&quot;:450}')
})

test('A value is never interpreted as markup or as a pattern', () => {
  const clientId = `$&"><script>`
  const text = withPageConfig(page, {
    ...usual,
    identity: { kind: 'external', issuer: 'https://id.example', clientId },
  })
  expect(text).toContain('$&amp;\\&quot;&gt;&lt;script&gt;')
  expect(text).not.toContain('<script')
})
