import hongKongVariants from 'opencc-js/dict/HKVariants'
import simplifications from 'opencc-js/dict/TSCharacters'

/** Characters that are written for each other, by each of them: 陳 and 陈; 裡, 裏 and 里. */
let variants: ReadonlyMap<string, ReadonlySet<string>> | null = null

function readVariants(): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>()
  for (const pair of `${simplifications}|${hongKongVariants}`.split('|')) {
    const alike = pair.split(' ').filter((text) => Array.from(text).length === 1)
    const group = new Set(alike.flatMap((character) => [character, ...(groups.get(character) ?? [])]))
    for (const character of group) groups.set(character, group)
  }
  return groups
}

const escaped = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)

/** A part of a name, number or address as a POSIX pattern; Chinese in whichever characters it is written. */
export function patternOf(word: string): string {
  variants ??= readVariants()
  const parts: string[] = []
  for (const character of word) {
    const alike = variants.get(character)
    parts.push(alike ? `[${[...alike].join('')}]` : escaped(character))
  }
  return parts.join('')
}

/** In shorter words, another letter makes another name. */
const shortestGuess = 4

/**
 * A word as somebody may have meant it: with one letter wrong, missing or too many, or with two that have changed
 * places. Numbers and Chinese are not guessed.
 */
export function nearPatternOf(word: string): string {
  if (word.length < shortestGuess || !/^[a-z'-]+$/.test(word)) return patternOf(word)
  const guesses = word.split('').flatMap((letter, at) => {
    const [before, after, next] = [word.slice(0, at), word.slice(at + 1), word[at + 1]]
    return [
      `${before}.?${after}`,
      ...(at === 0 ? [] : [`${before}.${letter}${after}`]),
      ...(next === undefined ? [] : [`${before}${next}${letter}${word.slice(at + 2)}`]),
    ]
  })
  return `(?:${guesses.join('|')})`
}
