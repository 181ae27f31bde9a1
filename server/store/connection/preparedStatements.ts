/** A statement as `pg` takes it: with a name, a connection parses it once. */
interface NamedStatement {
  name?: string
  text: string
  values: unknown[]
}

/** How a statement is sent. */
export type StatementNamer = (text: string, parameters: readonly unknown[]) => NamedStatement

/** Prepares nothing. */
export const unnamed: StatementNamer = (text, parameters) => ({ text, values: [...parameters] })

/** More than the server has of its own. Each takes some memory in every connection. */
const mostPrepared = 400

/**
 * Such a result has the columns of its table: once a migration adds one, a prepared statement fails on each connection
 * that has it.
 */
const isOpen = (text: string) => /\b(?:select|returning) (?:"\w+"\.)?\*/.test(text)

/**
 * A namer of the statements of a store's connections. One with parameters is named by its text, so that each connection
 * parses it once, and soon plans it once. Those whose columns are the table's have no name, nor what comes after the
 * first few hundred: texts differ with the length of their lists.
 */
export function statementNamer(): StatementNamer {
  const names = new Map<string, string>()
  return (text, parameters) => {
    const values = [...parameters]
    const known = names.get(text)
    if (known !== undefined) return { name: known, text, values }
    if (parameters.length === 0 || names.size >= mostPrepared || isOpen(text)) return { text, values }
    const name = `club_${names.size + 1}`
    names.set(text, name)
    return { name, text, values }
  }
}
