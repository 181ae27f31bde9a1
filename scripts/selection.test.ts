import { describe, expect, test } from 'vitest'
import { readPhrase, select, stepsFor } from './selection.ts'

const files = [
  { path: 'src/features/club/faq.test.ts', text: "test('Questions are grouped')" },
  { path: 'tests/server/content.test.ts', text: "test('The FAQ is read in three languages')" },
  { path: 'tests/e2e/club.test.ts', text: "test('A guest reads faq')" },
  { path: 'tests/e2e/faqLinks.test.ts', text: "test('A link is copied')" },
  { path: 'tests/e2e/scan.test.ts', text: "test('A ticket is credited (once)')" },
]

/** The command lines that a phrase selects. */
function commands(phrase: string): string[] {
  return stepsFor(phrase, select(phrase, files)).map(({ command, args }) => [command, ...args].join(' '))
}

describe('the arguments after npm test --', () => {
  test.each([
    [[], null],
    [['--'], null],
    [['faq'], 'faq'],
    [['credited', 'once'], 'credited once'],
  ])('%j select %j', (args, phrase) => {
    expect(readPhrase(args)).toBe(phrase)
  })
})

describe('a phrase', () => {
  test('selects the files with the phrase in their path, and separately the files with it in a title', () => {
    expect(select('faq', files)).toEqual({
      byPath: ['src/features/club/faq.test.ts', 'tests/e2e/faqLinks.test.ts'],
      byTitle: ['tests/server/content.test.ts', 'tests/e2e/club.test.ts'],
    })
  })

  test('selects no file that mentions it outside of titles, unless the program composes titles from its text', () => {
    const composed = 'for (const page of ["faq"]) test(`A guest reads ${page}`)'
    const each = "test.each(['faq'])('A guest reads %s')"
    const texts = ["test('A link is copied', () => open('/en/faq'))", composed, each]
    const found = select(
      'faq',
      texts.map((text, index) => ({ path: `${index}.test.ts`, text })),
    )
    expect(found).toEqual({ byPath: [], byTitle: ['1.test.ts', '2.test.ts'] })
  })

  test('matches in any letter case', () => {
    expect(select('FAQ', files)).toEqual(select('faq', files))
  })

  test('that matches nothing selects nothing, and no step runs', () => {
    const nothing = select('trombone', files)
    expect(nothing).toEqual({ byPath: [], byTitle: [] })
    expect(stepsFor('trombone', nothing)).toEqual([])
  })
})

describe('the steps of a selection', () => {
  test('build what the tests open, then run whole files, then titles, then the browser tests', () => {
    expect(commands('faq')).toEqual([
      'node server/commands/build.ts',
      expect.stringMatching(/^vitest run .* src\/features\/club\/faq\.test\.ts$/),
      expect.stringMatching(/^vitest run .* tests\/server\/content\.test\.ts -t \[fF\]\[aA\]\[qQ\]$/),
      expect.stringMatching(
        /^playwright test .*faqLinks\.test\.ts tests\/e2e\/club\.test\.ts -g faq\|faqLinks\\\.test\\\.ts$/,
      ),
    ])
  })

  test('build nothing if only unit tests are selected', () => {
    expect(commands('grouped')).toEqual([expect.stringMatching(/^vitest run .*-t \[gG\]/)])
  })

  test('escape special characters of a title', () => {
    expect(commands('(once)').at(-1)).toMatch(/-g \\\(once\\\)$/)
  })
})
