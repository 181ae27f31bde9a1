import { expect, onTestFinished, test, vi } from 'vitest'
import { runClub } from './program.ts'

/** Runs an operator's words, and catches what is printed for them. Nothing runs: no database is there. */
async function run(...words: string[]) {
  const printed = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void (printed.stdout += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void (printed.stderr += `${line}\n`)),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  const code = await runClub(words)
  return { code, ...printed }
}

const grant = 'Usage: npm run club -- points grant [options] <MEMBER> <POINTS>'

test('Wrong words are refused by name, with the usage, and nothing runs', async () => {
  const cases: [string[], string, string][] = [
    [['points', 'grant', 'a@b.c', '--reason', 'r'], "missing required argument 'POINTS'", grant],
    [['points', 'grant', 'a@b.c', ' ', '--reason', 'r'], "value ' ' is invalid for argument 'POINTS'", grant],
    [['points', 'grant', 'a@b.c', '5'], "required option '--reason <TEXT>' not specified", grant],
    [['points', 'grant', 'a@b.c', '5', '--reason', ' '], "option '--reason <TEXT>' argument ' ' is invalid", grant],
    [['points', 'grant', 'a@b.c', '5', '--reason', 'r', '--loud'], "unknown option '--loud'", grant],
    [['points', 'sing'], "unknown command 'sing'", 'Usage: npm run club -- points'],
    [['youth', 'reject', 'a@b.c'], "missing required argument 'REASON'", 'Usage: npm run club -- youth reject'],
    [['sing'], "unknown command 'sing'", 'Usage: npm run club -- [options] [command]'],
    [['constructor'], "unknown command 'constructor'", 'Usage: npm run club --'],
    [['migrate', 'now'], 'too many arguments', 'Usage: npm run club -- migrate'],
  ]
  for (const [words, message, usage] of cases) {
    const { code, stdout, stderr } = await run(...words)
    expect([words, code, stdout]).toEqual([words, 1, ''])
    expect(stderr).toContain(message)
    expect(stderr).toContain(usage)
  }
})

test('A number below 0 is no number of points', async () => {
  expect(await run('points', 'grant', 'a@b.c', '-5', '--reason', 'r')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'POINTS must be a whole number above 0 in digits, and is "-5".\n',
  })
})

test('Without a command, what there is is an error; --help is none, and lists arguments and examples', async () => {
  expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('points') })
  expect(await run('points')).toMatchObject({ code: 1, stderr: expect.stringMatching(/grant[^]*revoke[^]*return/) })
  const help = await run('points', 'grant', '--help')
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toContain(grant)
  expect(help.stdout).toMatch(/Arguments:\n {2}MEMBER +an email address, a member number or an id\n/)
  expect(help.stdout).toMatch(/Examples:\n {2}npm run club -- points grant chris/)
})
