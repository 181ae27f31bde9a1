import { parseSync } from 'rolldown/utils'

/** A word in the code: a text, an object's key, or the name after a dot. */
export interface Literal {
  kind: 'text' | 'key' | 'member'
  value: string
  line: number
}

type Node = Record<string, unknown> & { type: string; start: number; end: number }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nameOf = (node: unknown) =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : null

/** What a node itself says, without its children. */
function ownLiteral(node: Node, text: string): Omit<Literal, 'line'> | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return { kind: 'text', value: node['value'] }
  if (node.type === 'TemplateElement') return { kind: 'text', value: text.slice(node.start, node.end) }
  if (node['computed'] === true) return null
  if (node.type === 'MemberExpression') {
    const member = nameOf(node['property'])
    return member === null ? null : { kind: 'member', value: member }
  }
  if (node.type === 'Property' || node.type === 'TSPropertySignature') {
    const key = nameOf(node['key'])
    return key === null ? null : { kind: 'key', value: key }
  }
  return null
}

function visit(value: unknown, found: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, found)
  if (!isNode(value)) return
  found(value)
  for (const [name, child] of Object.entries(value)) if (name !== 'source') visit(child, found)
}

/** Every text, key and member of a TypeScript file; without the modules that it imports, and without comments. */
export function literalsOf(path: string, text: string): Literal[] {
  const literals: Literal[] = []
  visit(parseSync(path, text).program.body, (node) => {
    const literal = ownLiteral(node, text)
    if (literal) literals.push({ ...literal, line: text.slice(0, node.start).split('\n').length })
  })
  return literals
}
