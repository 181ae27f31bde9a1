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

const give = 'Usage: npm run club -- members give-tier [options] <MEMBER> <TIER>'
const invite = 'Usage: npm run club -- staff invite [options] <EMAIL>'

test('Wrong words are refused by name, with the usage, and nothing runs', async () => {
  const cases: [string[], string, string][] = [
    [['members', 'give-tier', 'a@b.c'], "missing required argument 'TIER'", give],
    [['members', 'give-tier', 'a@b.c', ' '], "value ' ' is invalid for argument 'TIER'", give],
    [['staff', 'invite', 'a@b.example'], "required option '--role <ROLE>' not specified", invite],
    [['staff', 'invite', 'a@b.example', '--role', 'king'], "option '--role <ROLE>' argument 'king' is invalid", invite],
    [['members', 'give-tier', 'a@b.c', 'Gold', '--loud'], "unknown option '--loud'", give],
    [['members', 'sing'], "unknown command 'sing'", 'Usage: npm run club -- members'],
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

test('Without a command, what there is is an error; --help is none, and lists arguments and examples', async () => {
  expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('members') })
  expect(await run('members')).toMatchObject({ code: 1, stderr: expect.stringMatching(/give-tier[^]*end-tier/) })
  const help = await run('members', 'give-tier', '--help')
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toContain(give)
  expect(help.stdout).toMatch(/Arguments:\n {2}MEMBER +an email address, a member number or an id\n/)
  expect(help.stdout).toMatch(/Examples:\n {2}npm run club -- members give-tier chris/)
})
