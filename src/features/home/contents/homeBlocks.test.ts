import { expect, test } from 'vitest'
import type { ContentBlock } from '#contract/content.ts'
import { homeBlocks, mainStep } from './homeBlocks.ts'

const block = (code: string, seq: number): ContentBlock => {
  const text = { en: code, tc: '', sc: '' }
  return { code, seq, name: text, content: text, icon: null, image: null }
}
const codes = (blocks: readonly ContentBlock[]) => blocks.map(({ code }) => code)

test('Blocks up to seq 100 are at the top, later ones at the bottom, each in the order of seq', () => {
  const { top, bottom } = homeBlocks([
    block('last', 300),
    block('second', 100),
    block('third', 101),
    block('first', -1),
  ])
  expect(codes(top)).toEqual(['first', 'second'])
  expect(codes(bottom)).toEqual(['third', 'last'])
})

test('Blocks with the same seq keep the order of the contents', () => {
  expect(codes(homeBlocks([block('b', 1), block('a', 1)]).top)).toEqual(['b', 'a'])
})

test('The main step is the block with seq 0', () => {
  expect(mainStep([block('scan', 1), block('main', 0)])?.code).toBe('main')
  expect(mainStep([block('scan', 1)])).toBeNull()
})
