import { expect, test } from 'vitest'
import { readText } from '#tests/architecture/sources.ts'
import { mutations } from './mutations.ts'

test.each(mutations.flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit }))))(
  'The mutant "$name" can be made: $file has its text exactly once',
  async ({ file, find }) => {
    const text = await readText(file)
    expect(text.split(find)).toHaveLength(2)
  },
)
