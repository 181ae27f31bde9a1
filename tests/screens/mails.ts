import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import type { Notice } from '#server/mail/kinds/mails.ts'
import { mailSamples, otherSamples, writtenMail } from '#tests/support/mailSamples.ts'
import { screens, themes } from './pages.ts'
import type { Shot } from './sheet.ts'

const names = { en: 'Ada', tc: '陳大文', sc: '陈大文' } satisfies Record<Language, string>

const mailOf = (origin: string, notice: Notice, language: Language) =>
  writtenMail(notice, { origin, language, name: names[language] })

/** Takes a picture of every mail, as a mail program shows it: in each language, on each screen, in both themes. */
export async function captureMails(browser: Browser, origin: string, folder: string): Promise<Shot[]> {
  const page = await browser.newPage()
  const shots: Shot[] = []
  // The mark is loaded from the server, which lets only its own pages load it: so the page is one of them.
  await page.route(`${origin}/mail`, (route) => route.fulfill({ contentType: 'text/html', body: shown }))
  let shown = ''
  for (const [index, notice] of [...Object.values(mailSamples), ...otherSamples].entries())
    for (const language of languages) {
      shown = (await mailOf(origin, notice, language)).html
      for (const screen of screens) {
        await page.setViewportSize(screen)
        await page.goto(`${origin}/mail`)
        for (const theme of themes) {
          const file = `mail ${index} ${notice.kind} ${language} ${screen.name} ${theme}.jpg`
          await page.emulateMedia({ colorScheme: theme })
          await page.screenshot({ path: join(folder, file), fullPage: true, type: 'jpeg', quality: 85 })
          shots.push({ row: `mail: ${notice.kind} ${index}`, column: `${language}, ${screen.name}, ${theme}`, file })
        }
      }
    }
  await page.close()
  return shots
}
