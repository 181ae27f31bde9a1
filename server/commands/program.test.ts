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

const testing = 'Usage: npm run club -- mails test [options] <ADDRESS>'
const invite = 'Usage: npm run club -- staff invite [options] <EMAIL>'

test('Wrong words are refused by name, with the usage, and nothing runs', async () => {
  const cases: [string[], string, string][] = [
    [['mails', 'test'], "missing required argument 'ADDRESS'", testing],
    [['mails', 'test', ' '], "argument value ' ' is invalid for argument 'ADDRESS'", testing],
    [['staff', 'invite', 'a@b.example'], "required option '--role <ROLE>' not specified", invite],
    [['staff', 'invite', 'a@b.example', '--role', 'king'], "option '--role <ROLE>' argument 'king' is invalid", invite],
    [['mails', 'test', 'a@b.example', '--loud'], "unknown option '--loud'", testing],
    [['mails', 'sing'], "unknown command 'sing'", 'Usage: npm run club -- mails'],
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
  expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('mails') })
  expect(await run('mails')).toMatchObject({ code: 1, stderr: expect.stringMatching(/test[^]*list/) })
  const help = await run('mails', 'test', '--help')
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toContain(testing)
  expect(help.stdout).toMatch(/Arguments:\n {2}ADDRESS +who gets it\n/)
  expect(help.stdout).toMatch(/Examples:\n {2}npm run club -- mails test ada/)
})
