import { parseArgs } from 'node:util'

/** What an operator has to change. The message is a sentence for them, and is printed without a stack. */
export class CommandError extends Error {}

/** An option with a value: `value` names it in the usage. */
export interface Option {
  value: string
  isRequired?: boolean
}

/** What an operator has given, by the names that the action declares. */
export interface Given {
  operand: (name: string) => string
  /** Without the spaces around it; undefined where it was not given. */
  option: (name: string) => string | undefined
  flag: (name: string) => boolean
}

/** What a command can do. */
export interface Action {
  about: string
  /** The names of its operands, all of which are required. One that ends in `…` takes all words that are left. */
  operands?: readonly string[]
  options?: Readonly<Record<string, Option>>
  flags?: readonly string[]
  /** Resolves to whether it succeeded. */
  run: (given: Given) => Promise<boolean>
}

/** The actions of a command by name; `''` is what it does without one. */
export type Actions = Readonly<Record<string, Action>>

function usageOf(
  command: string,
  [name, { about, operands = [], options = {}, flags = [] }]: [string, Action],
): string {
  const optionUsages = Object.entries(options).map(([option, { value, isRequired }]) =>
    isRequired ? `--${option} ${value}` : `[--${option} ${value}]`,
  )
  const words = [name, ...operands, ...optionUsages, ...flags.map((flag) => `[--${flag}]`)].filter(Boolean)
  return `  npm run ${[command, ...(words.length > 0 ? ['--'] : []), ...words].join(' ')}\n      ${about}`
}

const isWrongWord = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

/** Operands by name; null when there are too few or too many. */
function nameOperands(names: readonly string[], words: readonly string[]): Map<string, string> | null {
  const takesRest = names.at(-1)?.endsWith('…') ?? false
  if (words.length < names.length || (words.length > names.length && !takesRest)) return null
  const last = names.length - 1
  return new Map(names.map((name, at) => [name, (at === last ? words.slice(at).join(' ') : (words[at] ?? '')).trim()]))
}

function read({ operands: names = [], options = {}, flags = [] }: Action, words: readonly string[]): Given {
  const declared = [
    ...Object.keys(options).map((name) => [name, { type: 'string' as const }] as const),
    ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
  ]
  const parsed = parseArgs({ args: [...words], options: Object.fromEntries(declared), allowPositionals: true })
  const values: Record<string, unknown> = parsed.values
  const operands = nameOperands(names, parsed.positionals)
  if (operands === null || [...operands.values()].includes('')) throw new CommandError(`It takes ${countOf(names)}.`)
  const option = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() : undefined
  }
  for (const [name, { value, isRequired = false }] of Object.entries(options))
    if (option(name) === '' || (isRequired && option(name) === undefined))
      throw new CommandError(`--${name} ${value} is missing.`)
  return {
    operand: (name) => {
      const word = operands.get(name)
      if (word === undefined) throw new Error(`No operand ${name} is declared`)
      return word
    },
    option,
    flag: (name) => values[name] === true,
  }
}

const countOf = (names: readonly string[]) => (names.length === 0 ? 'no words' : names.join(' '))

/**
 * Runs the action that the operator's words ask for, or prints the usage.
 *
 * @param command the name of the npm script
 * @returns whether it succeeded
 * @throws CommandError for words that the action does not understand
 */
export async function runAction(command: string, actions: Actions, words: readonly string[]): Promise<boolean> {
  const isNamed = words[0] !== undefined && words[0] !== '' && Object.hasOwn(actions, words[0])
  const name = isNamed ? (words[0] ?? '') : ''
  const action = Object.hasOwn(actions, name) && (isNamed || words.length === 0) ? actions[name] : undefined
  if (action === undefined || words.includes('--help')) {
    console.error(
      `Usage:\n${Object.entries(actions)
        .map((one) => usageOf(command, one))
        .join('\n')}`,
    )
    return words.includes('--help')
  }
  let given: Given
  try {
    given = read(action, isNamed ? words.slice(1) : words)
  } catch (error) {
    if (!isWrongWord(error) && !(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message}\nUsage:\n${usageOf(command, [name, action])}`, { cause: error })
  }
  return action.run(given)
}
