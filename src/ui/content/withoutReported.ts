/**
 * Where the reader of a tag can be, after the HTML specification (13.2.5, tokenization): in its name, between
 * attributes, in an attribute's name or after it, before a value, or in one that is quoted or bare.
 */
type State = 'tag' | 'between' | 'name' | 'after name' | 'before value' | '"' | "'" | 'bare'

const isSpace = (char: string) => /[\t\n\f\r ]/.test(char)

/** Where the next character leads; null at the end of the tag. */
function next(state: State, char: string): State | null {
  if (state === '"' || state === "'") return char === state ? 'between' : state
  if (char === '>') return null
  switch (state) {
    case 'bare':
      return isSpace(char) ? 'between' : 'bare'
    case 'before value':
      if (isSpace(char)) return state
      return char === '"' || char === "'" ? char : 'bare'
    case 'tag':
      return isSpace(char) || char === '/' ? 'between' : 'tag'
    case 'between':
      return isSpace(char) || char === '/' ? 'between' : 'name'
    case 'name':
    case 'after name':
      if (isSpace(char)) return 'after name'
      if (char === '/') return 'between'
      if (char === '=') return 'before value'
      return 'name'
  }
}

const reported = /on|style/iy

/**
 * Renames attributes that a browser reports when it parses them, even in an inert document, as a violation of the
 * Content-Security-Policy: handlers and styles. The sanitiser drops them, but comes after the parser.
 *
 * Whether a `<` begins a tag follows from all that stands before it. So every one that could is read at once: a set of
 * states, one for each way in which the text can be understood. Only letters of names change, so that all of these ways
 * stay what they are, and what comes out is read as it was. (The one exception: in a style sheet that holds the
 * beginning of a tag, its end can be read as an attribute.)
 */
export function withoutReported(html: string): string {
  let states = new Set<State>()
  let renamed = ''
  let copied = 0
  for (let at = 0; at < html.length; at += 1) {
    const char = html.charAt(at)
    const then = new Set<State>()
    for (const state of states) {
      const reached = next(state, char)
      if (reached !== null) then.add(reached)
      reported.lastIndex = at
      if (reached !== 'name' || state === 'name' || at < copied || !reported.test(html)) continue
      renamed += `${html.slice(copied, at)}x`
      copied = at + 1
    }
    if (/[a-z]/i.test(char) && html.charAt(at - 1) === '<') then.add('tag')
    states = then
  }
  return renamed + html.slice(copied)
}
