import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { readDatabase } from '#tests/support/indexedDatabases.ts'
import { openOfflineReady, signInFromPage, signOut, untilOfflineReady } from '#tests/support/pageActions.ts'
import { type ChosenFile, pdfOf, pictureOf } from '#tests/support/pictures.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'
import { shareFiles } from '#tests/support/share.ts'
import { pdfOf as documentOf } from '#tests/support/ticketDocuments.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'
import { patient } from '#tests/support/patience.ts'

test.use({ serviceWorkers: 'allow' })

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** How many files wait on this device. */
const kept = async (page: Page) =>
  (await readDatabase(page, 'club-bravo-received-files')).filter((row) => v.is(v.object({ name: v.string() }), row))
    .length

installedTest(
  'A ticket that is shared offline lands in the preview, and nothing of the file stays',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const ticket = await issueTicket(club.db)
    await openOfflineReady(page, member)
    await page.getByRole('banner').getByRole('link', { name: '繁' }).click()
    await expect(page).toHaveURL(/\/tc$/)
    await club.proxy.goOffline()
    await shareFiles(page, pictureOf(ticket.code))
    // In the language used last.
    await expect(page).toHaveURL(/\/tc\/scan-preview\?scan=/)
    await expect(heading(page, ticket.concert.replace('Concert', '音樂會'))).toBeVisible()
    await expect.poll(() => kept(page)).toBe(0)
  },
)

installedTest(
  'Of 30 files that are shared at once each that gives no ticket is named with its reason, and the tickets go on',
  async ({ offlineReadyPage: page, club }) => {
    const tickets = await issueTickets(club.db, { count: 24 })
    const locked = Buffer.from(await documentOf([null], { encryption: 'password' }).arrayBuffer())
    await shareFiles(
      page,
      { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><title>Tickets</title>') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Stalls A1') },
      { name: 'locked.pdf', mimeType: 'application/pdf', buffer: locked },
      { name: 'film.png', mimeType: 'image/png', length: 60 * 1024 * 1024 },
      { name: 'huge.pdf', mimeType: 'application/pdf', length: 65 * 1024 * 1024 },
      ...tickets.map(({ code }, index) => (index === 0 ? pdfOf(code) : pictureOf(code))),
    )
    const reasonOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(page.getByRole('button', { name: 'Continue with 24 codes' })).toBeVisible({ timeout: patient(60_000) })
    for (const [name, reason] of [
      ['empty.png', 'damaged or empty'],
      ['page.png', 'damaged or empty'],
      ['notes.txt', 'can’t read this kind of file'],
      ['locked.pdf', 'password-protected'],
      ['film.png', 'damaged or empty'],
      ['huge.pdf', 'too large'],
    ] as const)
      await expect(reasonOf(name)).toContainText(reason)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue with 24 codes' }).click()
    await expect(heading(page, 'Check your tickets')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('scan')?.split(',')).toHaveLength(24)
    await expect.poll(() => kept(page)).toBe(0)
  },
)

test('When no space is left, that is told, and the files that fitted go on', async ({
  page,
  context,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  const devtools = await context.newCDPSession(page)
  // Before anything is stored: Chromium remembers for a while how much room there was.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: club.origin, quotaSize: 50 * 1024 * 1024 })
  await storeSignIn(context, club, member)
  await openOfflineReady(page, member)
  await shareFiles(page, pictureOf(ticket.code), { name: 'film.png', mimeType: 'image/png', length: 60 * 1024 * 1024 })
  await expect(page.getByText('There’s no space left on this device')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue with 1 code' }).click()
  await expect(heading(page, ticket.concert)).toBeVisible()
})

installedTest(
  'A shared file whose ticket this device cannot store stays, also after “Not now”',
  async ({ offlineReadyPage: page, club }) => {
    const ticket = await issueTicket(club.db)
    // As on a full disk, which Chromium reports late.
    await page.addInitScript(() => {
      const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put')
      if (typeof put !== 'function') return
      Object.assign(IDBObjectStore.prototype, {
        put(this: IDBObjectStore, ...row: unknown[]): unknown {
          if (this.name === 'club-bravo-scans' && sessionStorage.getItem('is-full') !== null)
            throw new DOMException('No space left.', 'QuotaExceededError')
          return Reflect.apply(put, this, row)
        },
      })
    })
    await page.evaluate(() => sessionStorage.setItem('is-full', ''))
    await shareFiles(page, pictureOf(ticket.code))
    await expect(heading(page, 'We couldn’t save this scan')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page).toHaveURL(/\/en\/my-scans$/)
    await page.evaluate(() => sessionStorage.removeItem('is-full'))
    await page.goto('/en')
    await expect(page.getByText('1 ticket that you opened or shared hasn’t been added yet')).toBeVisible()
    await page.getByRole('link', { name: 'Add now' }).click()
    await expect(heading(page, ticket.concert)).toBeVisible()
    await expect.poll(() => kept(page)).toBe(0)
  },
)

installedTest(
  'A guest who shares a ticket signs in, and says that it is theirs; a file of a member is given up at the sign-out',
  async ({ page, club, member }) => {
    const ticket = await issueTicket(club.db)
    await page.goto('/en')
    await untilOfflineReady(page)
    await shareFiles(page, pictureOf(ticket.code))
    await expect(heading(page, 'Sign in to add your ticket')).toBeVisible()
    await signInFromPage(page, member)
    await expect(heading(page, 'Is this your ticket?')).toBeVisible()
    await page.getByRole('button', { name: 'Yes, get 100 points' }).click()
    await expect(heading(page, 'Points added')).toBeVisible()

    await shareFiles(page, pictureOf('https://example.com/one'))
    await expect(heading(page, 'This doesn’t look like one of our tickets')).toBeVisible()
    expect(await kept(page)).toBe(1)
    for (const path of ['/en', '/en/my-scans', '/en/scanner']) {
      await page.goto(path)
      await expect(page.getByText('1 ticket that you opened or shared hasn’t been added yet')).toBeVisible()
    }
    await expectAccessible(page)
    await page.goto('/en/member-detail')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 ticket that you opened or shared hasn’t been added yet')
    await expectAccessible(page)
    await signOut(page, 'Discard and sign out')
    await expect.poll(() => kept(page)).toBe(0)
  },
)

test.describe('before the worker is there', () => {
  test.use({ serviceWorkers: 'block' })

  test('a share reaches the server, which keeps nothing and says what to do', async ({ signedInPage: page, club }) => {
    const ticket = await issueTicket(club.db)
    await page.goto('/en')
    await shareFiles(page, pictureOf(ticket.code))
    await expect(page.getByText('Your files didn’t arrive')).toBeVisible()
    await expect(page).toHaveURL(/\/en\/add-ticket\?problem=not_ready$/)
    await expectAccessible(page)
  })
})

test('A file that the system opens with the installed app lands in the preview', async ({
  signedInPage: page,
  club,
}) => {
  const ticket = await issueTicket(club.db)
  await page.addInitScript(launchWith, pdfOf(ticket.code).buffer.toString('base64'))
  await page.goto('/t')
  await expect(heading(page, ticket.concert)).toBeVisible()
  await expect.poll(() => kept(page)).toBe(0)
})

/** Runs in the page: the browser's launch queue with one PDF, in a real file of this browser. */
function launchWith(base64: string): void {
  const openFile = async () => {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle('ticket.pdf', { create: true })
    const writable = await handle.createWritable()
    await writable.write(Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)))
    await writable.close()
    return handle
  }
  const setConsumer = (consumer: (params: { files: FileSystemFileHandle[] }) => void) => {
    void openFile().then((handle) => consumer({ files: [handle] }))
  }
  Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer } })
}

test('A ticket’s picture that is dropped on the scanner, or pasted into it, lands in the preview', async ({
  signedInPage: page,
  club,
}) => {
  const tickets = await issueTickets(club.db, { count: 2 })
  for (const [index, way] of (['drop', 'paste'] as const).entries()) {
    await page.goto('/en/scanner')
    await expect(page.locator('input[type=file]')).toBeAttached()
    await transfer(page, way, pictureOf(tickets[index]?.code ?? ''))
    await expect(page.getByText(tickets[index]?.seat ?? '')).toBeVisible()
  }
})

/** Drops a file onto the page, or pastes it, with the browser's events. */
async function transfer(page: Page, way: 'drop' | 'paste', { name, mimeType, buffer }: ChosenFile): Promise<void> {
  await page.evaluate(
    ([kind, file, type, base64]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], file, { type }))
      const init = { bubbles: true, cancelable: true }
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data })
      document.querySelector('main')?.dispatchEvent(event)
    },
    [way, name, mimeType, buffer.toString('base64')] as const,
  )
}
