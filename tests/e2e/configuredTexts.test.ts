import { expect, test } from '@playwright/test'
import { withEntry } from '#tests/support/contentEdits.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

/** What terms and answers say under a configuration, by page below the language. */
const said = {
  en: {
    'terms-and-conditions': ['The fee for Red membership is HK$450 a year.', 'within 45 days after the performance'],
    faq: [
      'You have 45 days after the performance',
      'HK$450 a year, until 31 August',
      'Yes, 24 months after you get them',
    ],
  },
  tc: {
    'terms-and-conditions': ['紅卡會籍年費為港幣 450 元', '演出後 45 天內'],
    faq: ['演出後 45 天內', '年費 HK$450', '積分於存入後 24 個月到期'],
  },
  sc: {
    'terms-and-conditions': ['红卡年费为 450 港元', '演出后 45 天内'],
    faq: ['演出后 45 天内', '年费 HK$450', '积分到账满 24 个月'],
  },
} as const

const neverExpire = { en: 'No, your points have no expiry date.', tc: '積分不設到期日。', sc: '积分没有到期日。' }

test('Terms and answers name fee, claim period and expiry as the club is configured, in three languages', async ({
  browser,
}) => {
  const environment = { RED_FEE: '450', CLAIM_WINDOW_DAYS: '45', POINTS_EXPIRY_MONTHS: '24' }
  const server = await startServer({ environment })
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    for (const lang of ['en', 'tc', 'sc'] as const) {
      for (const name of ['terms-and-conditions', 'faq'] as const) {
        await page.goto(`/${lang}/${name}`)
        // Closed answers are there to be found, and hidden until then.
        for (const sentence of said[lang][name]) await expect(page.getByRole('main')).toContainText(sentence)
      }
      await expect(page.getByRole('main')).not.toContainText(neverExpire[lang])
    }
  } finally {
    await context.close()
    await server.stop()
  }
})

const opensSoon = { en: 'Joining opens soon', tc: '會員登記即將開放', sc: '会员注册即将开放' }

test('A club whose terms are not published says in three languages that joining opens soon', async ({ browser }) => {
  const server = await startServer()
  const { db, close } = await openClubDatabase(server.dataDir)
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await withEntry(db, { group: 'tnc', key: 'privacy' }, { texts: { content: { en: 'Only English' } } }, async () => {
      for (const lang of ['en', 'tc', 'sc'] as const) {
        for (const name of ['join-club-bravo', 'registration']) {
          await page.goto(`/${lang}/${name}`)
          await expect(page.getByRole('heading', { name: opensSoon[lang] })).toBeVisible()
          await expect(page.getByRole('textbox')).toHaveCount(0)
        }
        // Other ways end at the provider's page.
        await page.goto(`/${lang}/registration-free`)
        await expect(page.getByRole('heading', { name: opensSoon[lang] })).toBeVisible()
      }
    })
  } finally {
    await context.close()
    await close()
    await server.stop()
  }
})
