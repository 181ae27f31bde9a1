import { expect, test } from 'vitest'
import { ApiCallError } from '#src/api/callFailure.ts'
import type { ApiError } from '#src/api/errors.ts'
import { failureOf, linesOf } from './staffAnswers.ts'

const refused = (parts: Partial<Extract<ApiError, { kind: 'http' }>>) =>
  failureOf(
    new ApiCallError({
      kind: 'http',
      status: 403,
      message: '',
      fields: {},
      inShape: true,
      retryAfterMs: null,
      ...parts,
    }),
  )

test('A call of staff that is refused says why, and else that what it asked is refused', () => {
  expect(refused({ refusal: 'no_permission' })).toBe('no_permission')
  expect(refused({ status: 429, refusal: 'too_many' })).toBe('too_many')
  expect(refused({ status: 422 })).toBe('refused')
})

test('Nobody knows what became of a call with a fault, the page of a proxy or no answer', () => {
  expect(refused({ status: 503 })).toBe('unreachable')
  expect(refused({ inShape: false })).toBe('unreachable')
  expect(failureOf(new ApiCallError({ kind: 'cut_off', status: 200 }))).toBe('unreachable')
  expect(failureOf(new TypeError('of another kind'))).toBe('unreachable')
})

async function linesIn(...pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  const lines: string[] = []
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  for await (const line of linesOf(body)) lines.push(line)
  return lines
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('Lines are read whole, wherever the connection has cut them, inside a character, too', async () => {
  const answer = bytes('{"row":1}\n{"concert":"音樂會"}\n\n')
  const expected = ['{"row":1}', '{"concert":"音樂會"}', '']
  for (let cut = 0; cut <= answer.length; cut += 1)
    expect(await linesIn(answer.slice(0, cut), answer.slice(cut))).toEqual(expected)
})

test('A line that breaks off is none, and an answer without a body has none', async () => {
  expect(await linesIn(bytes('{"row":1}\n{"ro'))).toEqual(['{"row":1}'])
  const none: string[] = []
  for await (const line of linesOf(null)) none.push(line)
  expect(none).toEqual([])
})
