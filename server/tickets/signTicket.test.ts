import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { canonicalCode, readTicket, ticketAddress, TicketClaims } from '#contract/scan/ticket.ts'
import { ticketSigner } from './signTicket.ts'

/** What `docs/box-office.md` gives to those who read or print the club's codes. */
const Vectors = v.object({
  origin: v.string(),
  kid: v.string(),
  privateKey: v.string(),
  publicKey: v.string(),
  tickets: v.array(v.object({ about: v.string(), claims: TicketClaims, code: v.string(), qr: v.string() })),
  refused: v.array(v.object({ about: v.string(), reading: v.string(), code: v.string() })),
})
const file = new URL('../../docs/box-office-vectors.json', import.meta.url)
const vectors = v.parse(Vectors, JSON.parse(await readFile(file, 'utf8')))
const { origin, kid, publicKey: x, privateKey: d } = vectors
const sign = ticketSigner(kid, createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' }))

test.each(vectors.tickets)('The club signs the documented ticket with $about, and a phone reads it', async (vector) => {
  const { claims, code, qr } = vector
  expect(sign(claims)).toBe(code)
  expect(ticketAddress(origin, code)).toBe(qr)
  expect(canonicalCode(qr, origin)).toBe(code)
  expect(await readTicket(code, [{ kid, x }])).toEqual({ kind: 'signed', claims })
})

test.each(vectors.refused)('A phone takes $about as it is documented', async ({ code, reading }) => {
  expect(await readTicket(code, [{ kid, x }])).toMatchObject({ kind: reading })
})
