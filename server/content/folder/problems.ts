/** A problem in a content folder, for its editor. */
export interface Problem {
  /** File, with the line where that helps: `rewards/tc.md:12`. */
  place: string
  /** A sentence without its full stop: `programme-book has no ## name`. */
  sentence: string
}

/** Errors prevent an import, warnings do not. */
export interface Problems {
  errors: Problem[]
  warnings: Problem[]
}

export function noProblems(): Problems {
  return { errors: [], warnings: [] }
}

export function formatProblem({ place, sentence }: Problem): string {
  return `${place}: ${sentence}.`
}
