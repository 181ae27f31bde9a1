import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Club } from '#tests/support/club.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import type { ChosenFile } from '#tests/support/pictures.ts'
import { fill, inPage, mounted, offlineReady, open, press, sees, until } from './page.ts'
import type { Browser, BrowserKind, Tab } from './tab.ts'
import { words } from './words.ts'

/** A browser with a new profile, and a new member who holds it. */
export interface Phone {
  club: Club
  member: TestMember
  /** The first tab. */
  tab: Tab
  newTab: () => Promise<Tab>
  /** Quits the browser, and starts it again with the same profile. Returns its first tab. */
  reopen: () => Promise<Tab>
  /** Quits the browser, and starts it with an empty profile, as on a new phone. Returns its first tab. */
  renew: () => Promise<Tab>
  /** Writes a file to this machine, and returns its path. */
  keep: (file: ChosenFile) => Promise<string>
}

/** Runs a journey on a phone of its own. */
export async function withPhone(
  kind: BrowserKind,
  club: Club,
  journey: (phone: Phone) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-browser-'))
  let browser: Browser | null = null
  const start = async () => {
    browser = await kind.launch(folder)
    return await browser.newTab()
  }
  const quit = async () => {
    await browser?.quit()
    browser = null
  }
  try {
    const tab = await start()
    await journey({
      club,
      member: await newMember(club.db),
      tab,
      newTab: async () => (await browser?.newTab()) ?? (await start()),
      reopen: async () => {
        await quit()
        return await start()
      },
      renew: async () => {
        await quit()
        await rm(folder, { recursive: true, force: true })
        await mkdir(folder)
        return await start()
      },
      keep: async ({ name, buffer }) => {
        const path = join(folder, name)
        await writeFile(path, buffer)
        return path
      },
    })
  } finally {
    await quit()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Signs in through the pages, and waits until the app works offline. */
export async function signIn({ club, member, tab }: Phone): Promise<void> {
  await open(tab, `${club.origin}/en`)
  await mounted(tab)
  await press(tab, 'link', words.signIn, 'main')
  await fill(tab, { email: member.email, password: member.password })
  await press(tab, 'button', words.signIn)
  await sees(tab, member.firstName)
  await offlineReady(tab)
}

/** Opens the scanner and selects a file, like a member who has the tickets as a picture. */
export async function scanFile({ club, keep }: Phone, tab: Tab, file: ChosenFile): Promise<void> {
  await open(tab, `${club.origin}/en/scanner`)
  await until(tab, 'the scanner', () => document.querySelector('input[type=file]') !== null)
  await tab.chooseFiles([await keep(file)])
}

/** The network is back, and the browser reports it. */
export async function networkReturns({ club }: Phone, tab: Tab): Promise<void> {
  await club.proxy.goOnline()
  await inPage(tab, () => void dispatchEvent(new Event('online')))
}
