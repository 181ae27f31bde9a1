import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localCertificate } from './certificate.ts'

const hosts = ['localhost', '127.0.0.1', '::1', '192.168.1.7']
const day = 24 * 60 * 60 * 1000
const now = new Date('2026-11-20T12:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-tls-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('The certificate names every host, lasts as long as phones allow, and is signed by its authority', async () => {
  const { chain, authority } = await localCertificate(folder, hosts, now)
  const certificate = new X509Certificate(chain)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  for (const address of hosts.slice(1)) expect(certificate.checkIP(address)).toBe(address)
  expect(certificate.ca).toBe(false)
  expect(certificate.verify(new X509Certificate(authority).publicKey)).toBe(true)
  const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / day
  expect(days).toBeGreaterThan(390)
  expect(days).toBeLessThanOrEqual(398)
})

test('The certificate is stored, so that a phone that trusts it continues to trust it', async () => {
  const first = await localCertificate(folder, hosts, now)
  const later = new Date(now.getTime() + 300 * day)
  expect(await localCertificate(folder, hosts, later)).toEqual(first)
  expect(await localCertificate(folder, hosts.slice(0, 2), now)).toEqual(first)
})

test('The certificate is renewed before it expires, and when the address of the machine changes', async () => {
  const first = await localCertificate(folder, hosts, now)
  const moved = await localCertificate(folder, [...hosts, '10.0.0.9'], now)
  expect(moved.chain).not.toBe(first.chain)
  expect(new X509Certificate(moved.chain).checkIP('10.0.0.9')).toBe('10.0.0.9')
  const renewed = await localCertificate(folder, hosts, new Date(now.getTime() + 370 * day))
  expect(renewed.chain).not.toBe(moved.chain)
})

test('The certificate is renewed if the stored files are damaged or do not match', async () => {
  const first = await localCertificate(folder, hosts, now)
  const elsewhere = await mkdtemp(join(tmpdir(), 'club-bravo-tls-'))
  const other = await localCertificate(elsewhere, hosts, now)
  await rm(elsewhere, { recursive: true })
  for (const key of [other.key, 'not a key']) {
    await writeFile(join(folder, 'tls/key.pem'), key)
    const made = await localCertificate(folder, hosts, now)
    expect([first.key, key]).not.toContain(made.key)
  }
})

test('Other users of the machine cannot read the private key', async () => {
  await localCertificate(folder, hosts, now)
  expect((await stat(join(folder, 'tls/key.pem'))).mode & 0o777).toBe(0o600)
})
