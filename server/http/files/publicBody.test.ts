import { expect, test } from 'vitest'
import { respondWithPublicBody, publicText } from './publicBody.ts'

const asks = (headers: Record<string, string>) => new Headers({ 'accept-encoding': 'br', ...headers })

test('A short text is sent uncompressed to every client', async () => {
  const body = await publicText(asks({}), 'x'.repeat(511))
  expect(body).toMatchObject({ encoding: 'identity', varies: false })
  expect(respondWithPublicBody(asks({}), body, {}).headers.get('vary')).toBeNull()
})

test('An existing Vary header is preserved', async () => {
  const body = await publicText(asks({}), 'x'.repeat(512))
  const answer = respondWithPublicBody(asks({}), body, { Vary: 'Authorization' })
  expect(answer.headers.get('vary')).toBe('Authorization, Accept-Encoding')
})

test('The same text always has the same tag, and another text has another tag', async () => {
  const tags = await Promise.all(['a', 'a', 'b'].map(async (text) => (await publicText(asks({}), text)).tag))
  expect(tags[0]).toBe(tags[1])
  expect(tags[0]).not.toBe(tags[2])
})
