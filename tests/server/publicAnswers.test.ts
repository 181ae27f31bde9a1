import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { importFiles, newContentFolder, validFiles } from '#tests/support/contents.ts'
import { startTwoServers } from '#tests/support/twoServers.ts'
import { testApi } from './testApi.ts'

const list = pathOf(endpoints.listRedeemItems, 'club-bravo')
const detail = (alias: string) => `${pathOf(endpoints.getRedeemItem, 'club-bravo')}?alias=${alias}`

test('What every visitor may see is answered without the database while nothing has changed', async () => {
  const api = await testApi({ cacheSeconds: 3600 })
  onTestFinished(() => api.close())
  await importFiles(api.db, validFiles())
  const paths = [list, detail('tote'), pathOf(endpoints.staticContents, 'club-bravo')]
  const first = await Promise.all(paths.map((path) => api.send(path)))
  expect(first[0]?.body['allRedeemedItems']).toMatchObject([{ alias: 'tote', availableQuantityOfRewardItem: 3 }])

  await api.database.close()
  const again = await Promise.all(paths.map((path) => api.send(path)))
  expect(again.map(({ status, text }) => [status, text])).toEqual(first.map(({ text }) => [200, text]))
  const tag = first[0]?.headers.get('etag') ?? ''
  expect((await api.send(list, { headers: { 'if-none-match': tag } })).status).toBe(304)
  expect((await api.send(detail('shawl'))).status).toBe(503)
  expect(api.errors.splice(0)).toHaveLength(1)
})

test('Caches in front may keep it for a time, whatever the visitor’s language, and never what is a member’s', async () => {
  const api = await testApi({ cacheSeconds: 60 })
  onTestFinished(() => api.close())
  const inLanguage = (language: string) => api.send(list, { headers: { 'accept-language': language } })
  const [english, chinese] = [await inLanguage('en'), await inLanguage('zh-HK')]
  expect(chinese.text).toBe(english.text)
  for (const { headers } of [english, chinese]) {
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
    expect(headers.get('vary')).toBe('Authorization')
  }
  const left = `${pathOf(endpoints.redeemedItemAvailable, 'club-bravo')}?item_id=1`
  expect((await api.send(left)).headers.get('cache-control')).not.toContain('s-maxage')
  const withToken = await api.send(list, { headers: { authorization: 'Bearer unknown' } })
  expect([withToken.status, withToken.headers.get('cache-control')]).toEqual([401, 'no-store'])
})

test('Every server shows soon what another process has imported or redeemed, and each sends the same tag', async () => {
  const { servers, db, databaseUrl, close } = await startTwoServers({ environment: { CACHE_SECONDS: '1' } })
  onTestFinished(close)
  const read = async () => {
    const answers = await Promise.all(servers.map(({ port }) => fetch(`http://127.0.0.1:${port}${list}`)))
    const bodies = await Promise.all(answers.map((answer): Promise<unknown> => answer.json()))
    const rewards = bodies.map((body) => v.parse(endpoints.listRedeemItems.answer, body).allRedeemedItems)
    return { rewards, tags: answers.map(({ headers }) => headers.get('etag')) }
  }
  expect((await read()).rewards).toEqual([[], []])

  const { dir, remove } = await newContentFolder(validFiles())
  onTestFinished(remove)
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, ['server/commands/club.ts', 'content', 'import', dir], { env })
  const left = async () => (await read()).rewards.map((rewards) => rewards[0]?.availableQuantityOfRewardItem)
  await expect.poll(left).toEqual([3, 3])
  await db.updateTable('reward_stock').set({ redeemed: 2 }).where('alias', '=', 'tote').execute()
  await expect.poll(left).toEqual([1, 1])
  const { tags } = await read()
  expect(tags[0]).toBe(tags[1])
})
