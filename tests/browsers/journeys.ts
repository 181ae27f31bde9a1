import { setTimeout as delay } from 'node:timers/promises'
import { creditsOf } from '#tests/support/members.ts'
import { pdfOf, pictureOf } from '#tests/support/pictures.ts'
import { issueTicket, issueTickets, unknownTicket } from '#tests/support/tickets.ts'
import { inPage, isAt, mounted, open, press, find, sees, until } from './page.ts'
import { networkReturns, type Phone, scanFile, signIn } from './phone.ts'
import { staffJourneys } from './staffJourneys.ts'
import type { Tab } from './tab.ts'
import { words } from './words.ts'

/** What a person does with the product, by its title. Rejects with what was not as expected. */
export const journeys: Readonly<Record<string, (phone: Phone) => Promise<void>>> = {
  'Sign in': signIn,
  'Scan a picture (PNG)': async (phone) => {
    await signIn(phone)
    const ticket = await issueTicket(phone.club.db)
    await scanFile(phone, phone.tab, pictureOf(ticket.code))
    await sees(phone.tab, ticket.concert)
    await confirm(phone, ticket.ticketNo)
  },
  'Scan a picture with three tickets': async (phone) => {
    await signIn(phone)
    const tickets = await issueTickets(phone.club.db, { count: 3 })
    await scanFile(phone, phone.tab, pictureOf(...tickets.map(({ code }) => code)))
    for (const { seat } of tickets) await sees(phone.tab, seat)
  },
  'Scan a PDF': async (phone) => {
    await signIn(phone)
    const ticket = await issueTicket(phone.club.db)
    await scanFile(phone, phone.tab, pdfOf(ticket.code))
    await sees(phone.tab, ticket.concert)
    await confirm(phone, ticket.ticketNo)
  },
  'Scan tickets that give no points now: pending, expired, never sold': async (phone) => {
    await signIn(phone)
    const { db } = phone.club
    for (const [code, answer] of [
      [(await issueTicket(db, 'pending')).code, words.pending],
      [(await issueTicket(db, 'expired')).code, words.expired],
      [await unknownTicket(db), words.notFound],
    ] as const) {
      await scanFile(phone, phone.tab, pictureOf(code))
      await sees(phone.tab, answer)
    }
  },
  'Start without a network, and scan': async (phone) => {
    await signIn(phone)
    const ticket = await issueTicket(phone.club.db)
    await phone.club.proxy.goOffline()
    const tab = await phone.reopen()
    await open(tab, `${phone.club.origin}/en`)
    await sees(tab, phone.member.firstName)
    await scanFile(phone, tab, pictureOf(ticket.code))
    await press(tab, 'button', words.confirm)
    await sees(tab, words.saved)
  },
  'The points of an offline scan come after reconnecting, once': async (phone) => {
    await signIn(phone)
    const { tab, club } = phone
    const ticket = await issueTicket(club.db)
    await club.proxy.goOffline()
    await scanFile(phone, tab, pictureOf(ticket.code))
    await press(tab, 'button', words.confirm)
    await sees(tab, words.saved)
    await open(tab, `${club.origin}/en/my-scans`)
    await sees(tab, ticket.seat)
    await networkReturns(phone, tab)
    await sees(tab, words.credited)
    await creditedOnce(phone, ticket.ticketNo)
  },
  'A second tab shows a scan of the first': async (phone) => {
    await signIn(phone)
    const ticket = await issueTicket(phone.club.db)
    const second = await phone.newTab()
    await open(second, `${phone.club.origin}/en/my-scans`)
    await sees(second, words.myScans)
    await scanFile(phone, phone.tab, pictureOf(ticket.code))
    await sees(phone.tab, ticket.concert)
    await confirm(phone, ticket.ticketNo)
    await sees(second, ticket.concert)
  },
  'Go back and forward quickly, and scan': async (phone) => {
    await signIn(phone)
    const { tab, club } = phone
    for (const path of ['/en/my-scans', '/en/scanner', '/en/member-detail']) await open(tab, club.origin + path)
    for (let round = 0; round < 10; round++) {
      await tab.back()
      await tab.back()
      await tab.forward()
      await tab.forward()
    }
    const ticket = await issueTicket(club.db)
    await scanFile(phone, tab, pictureOf(ticket.code))
    await sees(tab, ticket.concert)
    await confirm(phone, ticket.ticketNo)
  },
  'Go back to a page, which is as it was left': async ({ tab, club }) => {
    for (const path of ['/en', '/en/reward-list', '/en/reward-detail/concert-tote', '/en/faq', '/en/scan-intro']) {
      await open(tab, club.origin + path)
      await mounted(tab)
      await inPage(tab, () => {
        document.documentElement.dataset['kept'] = ''
      })
      await open(tab, `${club.origin}/en/contact-us`)
      await tab.back()
      await until(
        tab,
        `${path} from the browser’s page cache`,
        (left) => location.pathname === left && 'kept' in document.documentElement.dataset,
        path,
      )
    }
  },
  'Press a link while the app loads': (phone) => pressWhileLoading(phone, 20, (tab) => isAt(tab, '/en/scan-intro')),
  'Go back to a page that was left before its app had come': (phone) =>
    pressWhileLoading(phone, 100, async (tab) => {
      await tab.back()
      await isAt(tab, '/en')
      await mounted(tab)
    }),
  'A first visit offers no update': async ({ tab, club }) => {
    await open(tab, `${club.origin}/en`)
    for (const path of ['/en/faq', '/en/contact-us']) {
      await open(tab, club.origin + path)
      await mounted(tab)
      await until(tab, 'an active worker', async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return registration?.active?.state === 'activated'
      })
      const offered = await inPage(tab, (text) => document.body.innerText.includes(text), words.newVersion)
      if (offered) throw new Error('An update was offered.')
    }
  },
  'Sign out, for good': async (phone) => {
    await signIn(phone)
    await open(phone.tab, `${phone.club.origin}/en/member-detail`)
    await press(phone.tab, 'button', words.signOut, 'main')
    await find(phone.tab, 'link', words.signIn, 'main')
    const tab = await phone.reopen()
    await open(tab, `${phone.club.origin}/en`)
    await find(tab, 'link', words.signIn, 'main')
  },
  'After a sign-out without a network, the password is asked for, even if the scripts’ storage is lost': async (
    phone,
  ) => {
    await signIn(phone)
    const { tab, club } = phone
    for (const lose of [() => undefined, loseScriptStorage]) {
      await open(tab, `${club.origin}/en/member-detail`)
      await find(tab, 'button', words.signOut, 'main')
      await club.proxy.goOffline()
      await press(tab, 'button', words.signOut, 'main')
      await find(tab, 'link', words.signIn, 'main')
      await inPage(tab, lose)
      await club.proxy.goOnline()
      // Which fills in the form.
      await signIn(phone)
    }
  },
  ...staffJourneys,
}

/** Runs in the page: cookies stay. */
async function loseScriptStorage(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
}

/**
 * Presses a link of home while its app loads, later each time by `stepMs`, until after the app has started. On a new
 * phone each time, because an app that is on the device loads too fast.
 *
 * @param visit what follows, once the link's page has its app
 */
async function pressWhileLoading(
  { club, tab: first, renew }: Phone,
  stepMs: number,
  visit: (tab: Tab) => Promise<void>,
): Promise<void> {
  const stop = club.proxy.watch({ path: /^\/assets\/.*\.js$/ }, async (stage) => {
    if (stage === 'arrived') await delay(200)
  })
  for (let [wait, tab] = [0, first]; wait < 800; wait += stepMs, tab = await renew()) {
    await tab.begin(`${club.origin}/en`)
    const link = await find(tab, 'link', words.scanTicket, 'main')
    await delay(wait)
    await tab.mouse('down', link)
    await tab.mouse('up', link)
    await isAt(tab, '/en/scan-intro')
    await mounted(tab)
    await visit(tab)
  }
  stop()
}

async function confirm(phone: Phone, ticketNo: string): Promise<void> {
  await press(phone.tab, 'button', words.confirm)
  await sees(phone.tab, words.credited)
  await creditedOnce(phone, ticketNo)
}

async function creditedOnce({ club }: Phone, ticketNo: string): Promise<void> {
  const credits = await creditsOf(club.db, ticketNo)
  if (credits !== 1) throw new Error(`The ticket gave points ${credits} times.`)
}
