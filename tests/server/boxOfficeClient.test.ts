import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ticketPath } from '#contract/scan/ticket.ts'
import type { KeyPermission } from '#contract/staff/roles.ts'
import { makeApiKey } from '#server/services/staff/apiKeys.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { asStaff } from '#tests/support/staff.ts'

const { club, origin } = await runningClub()

async function newSecret(permission: KeyPermission): Promise<string> {
  const made = await makeApiKey(asStaff(club.db), { name: permission, permission, now: new Date() })
  if (made.kind !== 'made') throw new Error(made.kind)
  return made.secret
}

test('The example of the box office’s paper does what the paper says, against the real server', async () => {
  const paper = await readFile(new URL('../../docs/box-office.md', import.meta.url), 'utf8')
  const [, script = ''] = /```js\n([\s\S]+?)```/.exec(paper) ?? []
  const environment = {
    CLUB: origin,
    IMPORT_KEY: await newSecret('ticket_import'),
    CODE_KEY: await newSecret('code_read'),
    READ_KEY: await newSecret('ticket_read'),
    RETURN_KEY: await newSecret('ticket_return'),
  }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env: environment })
  const [first, second, ...rest] = stdout.trim().split('\n')
  expect([first, second, ...rest.slice(2)]).toEqual(['added', 'unchanged', 'voided', 'voided'])
  const codes = await club.db
    .selectFrom('tickets')
    .select(['ticket_no', 'code'])
    .where('performance_id', '=', 'requiem-2030')
    .orderBy('ticket_no')
    .execute()
  expect(rest.slice(0, 2)).toEqual(codes.map(({ code }) => `${origin}${ticketPath}#${code}`))
})
