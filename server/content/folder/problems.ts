import type { Language } from '#contract/language.ts'

/** What a problem is about, for a form that shows it beside the field. */
export interface ProblemPlace {
  key: string
  /** null where it is about the entry as a whole. */
  field: string | null
  /** null where the field is the same in every language. */
  language: Language | null
  /** What is wrong, completing "<field> …". */
  flaw: string
}

/** A problem in a content folder, for its editor. */
export interface Problem {
  /** File, with the line where that helps: `rewards/tc.md:12`. */
  place: string
  /** A sentence without its full stop: `programme-book has no ## name`. */
  sentence: string
  /** Absent where it is about a file or its form. */
  at?: ProblemPlace
}

/** Errors prevent an import, warnings do not. */
export interface Problems {
  errors: Problem[]
  warnings: Problem[]
}

/** An empty collection of problems, to add to. */
export function noProblems(): Problems {
  return { errors: [], warnings: [] }
}

/** A problem with a field that is the same in every language, of an entry in a group's `entries.json`. */
export function fieldProblem(group: string, key: string, field: string, flaw: string): Problem {
  return {
    place: `${group}/entries.json`,
    sentence: `${key}: ${field}: ${flaw}`,
    at: { key, field, language: null, flaw },
  }
}

/** A problem with an entry as a whole. */
export function entryProblem(group: string, key: string, flaw: string, separator = ' '): Problem {
  return {
    place: `${group}/entries.json`,
    sentence: `${key}${separator}${flaw}`,
    at: { key, field: null, language: null, flaw },
  }
}

/** A problem as a line for the editor: `place: sentence.` */
export function formatProblem({ place, sentence }: Problem): string {
  return `${place}: ${sentence}.`
}
