import type { StaffRefusal } from '#contract/errors.ts'
import { ApiCallError } from '#src/api/callFailure.ts'

/** Why a call had no effect: refused before anything was done, by what was asked (`refused`), or nobody knows. */
export function failureOf(error: unknown): StaffRefusal | 'refused' | 'unreachable' {
  if (!(error instanceof ApiCallError) || error.error.kind !== 'http') return 'unreachable'
  const { refusal, status, inShape } = error.error
  // The page of a proxy says nothing about the request.
  return refusal ?? (status >= 500 || !inShape ? 'unreachable' : 'refused')
}

/** The lines of an answer that comes in lines, as they come. What stands after the last line's end has broken off. */
export async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<string> {
  const reader = (body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
