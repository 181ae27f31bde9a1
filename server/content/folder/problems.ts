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

/** An empty collection of problems, to add to. */
export function noProblems(): Problems {
  return { errors: [], warnings: [] }
}

/** A problem as a line for the editor: `place: sentence.` */
export function formatProblem({ place, sentence }: Problem): string {
  return `${place}: ${sentence}.`
}
