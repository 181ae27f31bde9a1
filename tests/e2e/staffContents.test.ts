import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { languages } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const question = 'When do I get my points?'

test('An editor answers a question anew in three languages, by keys: a visitor reads it once published, and the old one once undone', async ({
  page,
  context,
  browser,
  club,
}) => {
  const editor = await signInAsStaff(context, club, ['editor'])
  // No worker keeps what this visitor has read.
  const visitor = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  const read = async (lang: string) => {
    await visitor.goto(`${club.origin}/${lang}/faq`)
    return (await visitor.locator('#points-when').textContent()) ?? ''
  }
  const before = await read('en')
  const answers = {
    en: 'Points come the morning after.',
    tc: '積分於翌日早上存入。',
    sc: '积分次日早上到账。',
  }
  const text = page.getByRole('group', { name: 'Text', exact: true })

  await test.step('The page lists groups and entries, and opens one', async () => {
    await page.goto('/staff/en/today')
    await page.getByRole('link', { name: 'Contents' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Contents' })).toBeFocused()
    await page.getByRole('link', { name: 'Questions and answers' }).press('Enter')
    await expect(page.getByRole('row', { name: question })).toContainText('Published')
    await expectAccessible(page)
    await page.getByRole('link', { name: question, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: question })).toBeFocused()
    await expect(page.getByText('Published: members see it')).toBeVisible()
  })

  await test.step('What an import would refuse is told beside its field, and not published', async () => {
    await text.getByLabel('English').fill('# Points')
    await text.getByLabel('English').press('Tab')
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await expect(page.getByText('Draft saved. Before you can publish it: 1 fault')).toBeVisible()
    await expect(text.getByText('Has the heading “# Points”, but headings begin with ###.')).toBeVisible()
    await expect.poll(() => read('en')).toBe(before)
    await expectAccessible(page)
  })

  await test.step('A translation that is missing is marked, leaving is asked about, and the preview shows all three', async () => {
    await text.getByLabel('English').fill('Points come the **morning** after.')
    await text.getByLabel('繁體中文').fill('')
    await expect(text.getByText('Not translated')).toBeVisible()
    await page.getByRole('link', { name: 'All of Questions and answers' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).press('Enter')
    await text.getByLabel('繁體中文').fill(answers.tc)
    await text.getByLabel('简体中文').fill(answers.sc)
    await page.getByRole('button', { name: 'Show as members see it' }).press('Enter')
    const preview = page.getByRole('region', { name: 'English', exact: true })
    await expect(preview.getByRole('strong')).toHaveText('morning')
    await expect(page.getByRole('region', { name: '繁體中文' })).toContainText(answers.tc)
    await expectAccessible(page)
  })

  await test.step('A draft is for editors, and what is published for everyone', async () => {
    await page.getByRole('button', { name: 'Save draft' }).press('Enter')
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
    await expect(page.getByText('A draft changes it')).toBeVisible()
    await expect(page.getByText(`Draft saved by ${editor.email}`)).toBeVisible()
    await expect.poll(() => read('en')).toBe(before)
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await expect(page.getByText('You can undo this under History.')).toBeVisible()
    for (const lang of languages) await expect.poll(() => read(lang)).toContain(answers[lang])
    await expectAccessible(page)
  })

  await test.step('The history says who has changed what, and undoes it', async () => {
    await expect(page.getByText(/^Text \(English\): If the concert is over.* → Points come the/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo this' }).press('Enter')
    await expect(page.getByText('What was there before is back.')).toBeVisible()
    await expect.poll(() => read('en')).toBe(before)
    await expect(text.getByLabel('English')).toHaveValue(/^If the concert is over/)
  })

  await test.step('A copy of a reward is a draft of its own, with its stock and a picture from this device', async () => {
    await page.goto('/staff/en/contents?group=rewards')
    await page.getByRole('link', { name: 'Copy', exact: false }).first().press('Enter')
    await page.getByLabel('Key', { exact: true }).fill('new-copy')
    await page.getByLabel('Stock').fill('7')
    await page.getByRole('button', { name: 'Picture (optional): choose a picture' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
    const bytes = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"><rect width="9" height="6"/></svg>',
    )
    await dialog
      .getByLabel('Add a picture from this device')
      .setInputFiles({ name: 'New copy.svg', mimeType: 'image/svg+xml', buffer: bytes })
    await expectAccessible(page)
    await dialog.getByLabel('Name of the picture').press('Enter')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Save draft' }).press('Enter')
    await expect(page.getByText('Draft: members don’t see it')).toBeVisible()
    await expect(page.getByLabel('Stock')).toHaveValue('7')
    await expect(page.getByRole('img', { name: 'new-copy' })).toBeVisible()
    const drafts = await sql<{ stock: number }>`
      select (content->'fields'->>'stock')::int as stock from content_drafts where key = 'new-copy'`.execute(club.db)
    expect(drafts.rows).toEqual([{ stock: 7 }])
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard the draft…' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft', exact: true }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Group' })).toBeVisible()
    await expect(page.getByText('new-copy')).toHaveCount(0)
  })
})
