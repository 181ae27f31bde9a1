import { writeFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Bindings } from '#server/http/network/bindings.ts'
import { responseToError } from './responses.ts'

test('A call that finds no room for its file is told when to come again', async () => {
  const lines: string[] = []
  const log = { error: (line: string) => void lines.push(line) }
  const site = new Hono<Bindings>()
  site.post('/', async (c) => {
    await writeFile('/dev/full', 'a file')
    return c.text('written')
  })
  site.onError((error, c) => responseToError(error, c, log))
  const answer = await site.request('/', { method: 'POST' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(lines).toEqual([expect.stringContaining('disk ENOSPC')])
})
