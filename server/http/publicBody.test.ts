import { expect, test } from 'vitest'
import { respondWithPublicBody, publicText } from './publicBody.ts'

const asks = (headers: Record<string, string>) => new Headers({ 'accept-encoding': 'br', ...headers })

test('A text that fits into one packet is the same for everybody, uncompressed', async () => {
  const body = await publicText(asks({}), 'x'.repeat(1023))
  expect(body).toMatchObject({ encoding: 'identity', varies: false })
  expect(respondWithPublicBody(asks({}), body, {}).headers.get('vary')).toBeNull()
})

test('What an answer varies by already stays named', async () => {
  const body = await publicText(asks({}), 'x'.repeat(1024))
  const answer = respondWithPublicBody(asks({}), body, { Vary: 'Authorization' })
  expect(answer.headers.get('vary')).toBe('Authorization, Accept-Encoding')
})

test('The same text has the same tag for good, another one another', async () => {
  const tags = await Promise.all(['a', 'a', 'b'].map(async (text) => (await publicText(asks({}), text)).tag))
  expect(tags[0]).toBe(tags[1])
  expect(tags[0]).not.toBe(tags[2])
})
