import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { start } from '#server/startup/start.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { freePort } from '#tests/support/ports.ts'
import { testApi } from './testApi.ts'

test('Servers that start at the same time agree on one ticket key', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  await api.db.deleteFrom('signing_keys').where('purpose', '=', 'ticket').execute()
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureTicketKey(api.db, api.dependencies.sealingKeys)))
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
  expect(await findTicketKeys(api.db)).toHaveLength(1)
})

test('A server without a demo season has a ticket key, too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-keys-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, SEED: 'none' })
  const running = await start({ config, log: createLog('silent'), dev: false })
  onTestFinished(running.stop)
  const response = await fetch(`${config.origin}/api/club-bravo/static-contents`)
  expect(await response.json()).toMatchObject({ ticket_keys: [{ kid: expect.any(String) }] })
})
