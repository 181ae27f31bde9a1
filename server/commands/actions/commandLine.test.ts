import { expect, onTestFinished, test, vi } from 'vitest'
import { type Actions, CommandError, type Given, runAction } from './commandLine.ts'

/** A command, and what its last run was given. */
function command() {
  const runs: Given[] = []
  const run = (given: Given) => {
    runs.push(given)
    return Promise.resolve(true)
  }
  const actions: Actions = {
    '': { about: 'lists everything', run },
    move: {
      about: 'moves something',
      operands: ['WHAT', 'WORDS…'],
      options: { reason: { value: 'TEXT', isRequired: true }, type: { value: 'TYPE' } },
      flags: ['dry-run'],
      run,
    },
  }
  return { actions, runs }
}

/** What is printed for the operator meanwhile. */
function errorLines(): string[] {
  const printed: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => printed.push(String(line)))
  onTestFinished(() => spy.mockRestore())
  return printed
}

test('Operands, options and flags reach the action by name, in any order', async () => {
  const { actions, runs } = command()
  const words = ['move', '--dry-run', 'chair', '--reason', ' it is late ', 'to', 'the', 'left']
  expect(await runAction('stage', actions, words)).toBe(true)
  const [given] = runs
  expect([given?.operand('WHAT'), given?.operand('WORDS…')]).toEqual(['chair', 'to the left'])
  expect([given?.option('reason'), given?.option('type')]).toEqual(['it is late', undefined])
  expect(given?.flag('dry-run')).toBe(true)
})

test('Wrong words are refused by name, with the usage, and nothing runs', async () => {
  const { actions, runs } = command()
  const cases: [string[], string][] = [
    [['move', 'chair', '--reason', 'r'], 'It takes WHAT WORDS…'],
    [['move', 'chair', ' ', '--reason', 'r'], 'It takes WHAT WORDS…'],
    [['move', 'chair', 'left'], '--reason TEXT is missing'],
    [['move', 'chair', 'left', '--reason', ' '], '--reason TEXT is missing'],
    [['move', 'chair', 'left', '--reason', 'r', '--loud'], "Unknown option '--loud'"],
    [['move', 'chair', '-5', '--reason', 'r'], "Unknown option '-5'"],
  ]
  for (const [words, message] of cases) {
    const attempt = () => runAction('stage', actions, words)
    await expect(attempt()).rejects.toThrow(CommandError)
    await expect(attempt()).rejects.toThrow(message)
    await expect(attempt()).rejects.toThrow('npm run stage -- move WHAT WORDS… --reason TEXT [--type TYPE] [--dry-run]')
  }
  expect(runs).toEqual([])
})

test('An unknown action prints what there is; --help does so without being an error', async () => {
  const { actions, runs } = command()
  const printed = errorLines()
  for (const words of [['sing'], ['constructor'], ['']]) expect(await runAction('stage', actions, words)).toBe(false)
  expect(await runAction('stage', actions, ['move', '--help'])).toBe(true)
  expect(printed[0]).toMatch(/npm run stage\n {6}lists everything\n {2}npm run stage -- move/)
  expect(runs).toEqual([])
  expect(await runAction('stage', actions, [])).toBe(true)
  expect(runs).toHaveLength(1)
})
