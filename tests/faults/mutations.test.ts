import { expect, test } from 'vitest'
import { readText } from '#tests/architecture/sources.ts'
import { mutations } from './mutations.ts'
import { editsOf } from './newerVersion.ts'
import { spendingMutations } from './spending/spendingMutations.ts'

const newerVersions = Object.entries(editsOf).map(([name, edits]) => ({ name, edits }))

test.each(
  [...mutations, ...newerVersions, ...spendingMutations].flatMap(({ name, edits }) =>
    edits.map((edit) => ({ name, ...edit })),
  ),
)('The change "$name" can be made: $file has its text exactly once', async ({ file, find }) => {
  const text = await readText(file)
  expect(text.split(find)).toHaveLength(2)
})
