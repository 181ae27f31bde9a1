import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'

/** What stands in a pasted list, each once: what can be used, and what looks like it and is wrong. */
interface Pasted {
  found: string[]
  wrong: string[]
}

const unique = (words: readonly string[]) => [...new Set(words)]

/** The email addresses of a pasted text, such as a column of a sheet or `Ada Chan <ada@club.example>; …`. */
export function emailsIn(text: string): Pasted {
  const words = text.split(/[\s,;<>()"']+/u).filter((word) => word.includes('@'))
  const parsed = words.map((word) => ({ word, email: v.safeParse(Email, word) }))
  return {
    found: unique(parsed.flatMap(({ email }) => (email.success ? [email.output] : []))),
    wrong: unique(parsed.flatMap(({ word, email }) => (email.success ? [] : [word]))),
  }
}

const isNumber = (word: string) => /\d/.test(word) && word.length <= 40

/** The member numbers of a pasted text. One has a digit, at least. */
export function numbersIn(text: string): Pasted {
  const words = unique(text.toUpperCase().split(/[\s,;]+/u)).filter((word) => word !== '')
  return { found: words.filter(isNumber), wrong: words.filter((word) => !isNumber(word)) }
}
