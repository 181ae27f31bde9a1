import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '#server/seed/accounts.ts'
import { demoOldMembers, demoTokens } from '#server/seed/upgrades.ts'
import { settings } from '#server/settings.ts'

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')

/** The cells of README's Markdown rows whose first cell is a name in capitals. */
const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| +(.*?) *\|$/gm)].map(([, name, about, byDefault]) => ({
  name,
  about,
  byDefault,
}))

test("README's configuration table lists the variables that the product reads, and no others", () => {
  expect(rows).toEqual(
    Object.entries(settings).map(([name, { about, byDefault }]) => ({
      name,
      about,
      byDefault: byDefault === null ? '' : `\`${byDefault}\``,
    })),
  )
})

test('Every command in README exists', async () => {
  const packageFile: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const { scripts } = v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), packageFile)
  const named = new Set([...readme.matchAll(/`npm run ([a-z0-9]+)/g)].map(([, script]) => script))
  expect([...named].filter((script) => script === undefined || !(script in scripts))).toEqual([])
})

test('README lists the demo accounts with what each is for, and their password', () => {
  const listed = [...readme.matchAll(/^\| `([\w.]+@[\w.]+)` +\| (.*?) +\|$/gm)].map(([, email, about]) => ({
    email,
    about,
  }))
  expect(listed).toEqual(demoAccounts.map(({ email, about }) => ({ email, about })))
  expect(readme).toContain(`\`${demoPassword}\``)
})

test('README lists the demo tokens and the members of the old programme', () => {
  const row = /^\| `([\w-]+)` +\| (school card|free upgrade|upgrade code of `(\w+)`).*? \| (\w+) +\| ([\w ]+?) +\|$/gm
  const tokens = [...readme.matchAll(row)]
  const kinds = { sc: 'school card', free_tier_upgrade: 'free upgrade', existing: 'upgrade code of' }
  expect(
    tokens.map(([, token, kind = '', , tier, about]) => ({ token, kind: kind.replaceAll('`', ''), tier, about })),
  ).toEqual(
    demoTokens.map(({ kind, memberNo = '', ...token }) => ({ ...token, kind: `${kinds[kind]} ${memberNo}`.trim() })),
  )
  for (const { memberNo, lastName, email, mobile } of demoOldMembers)
    expect(readme).toMatch(new RegExp(`\\| \`${memberNo}\` +\\| ${lastName} +\\| ${email ?? ''} *\\| ${mobile} +\\|`))
})
