/** Something about a content folder that its editor has to know: where, and what. */
export interface Finding {
  /** File, with the line where that helps: `rewards/tc.md:12`. */
  place: string
  /** A sentence without its full stop: `programme-book has no ## name`. */
  sentence: string
}

/** What was found while a folder was looked through: errors keep it out, warnings do not. */
export interface Findings {
  errors: Finding[]
  warnings: Finding[]
}

export function noFindings(): Findings {
  return { errors: [], warnings: [] }
}

/** A finding as a line for the editor. */
export function toLine({ place, sentence }: Finding): string {
  return `${place}: ${sentence}.`
}
