import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { endClubTokens, endProviderSessions } from '#tests/support/endSessions.ts'
import type { TestMember } from '#tests/support/members.ts'
import { fillSignIn, signInFromPage, signInLink } from '#tests/support/pageActions.ts'
import { CaseFailure } from './caseFailure.ts'
import type { TestBed } from './testBed.ts'

/** Two people who use the phone: the first has a scan that waits on it. */
export interface People {
  first: TestMember
  other: TestMember
}

/** A change of who is signed in, or of the token. */
export interface SignInChange {
  name: string
  /** Whether it signs the member out. */
  ends: boolean
  /** What has to be so before; the fault begins afterwards. The page is the first member's, with a scan that waits. */
  prepare: (page: Page, bed: TestBed, people: People) => Promise<void>
  /** What a person does. */
  act: (page: Page, bed: TestBed, people: People) => Promise<void>
}

/** Signs out from the open details, which goes to the identity provider and back. Asks nothing where no scan waits. */
async function signOutKeeping(page: Page): Promise<void> {
  const cameBack = page.waitForEvent('load')
  const press = async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await Promise.race([cameBack, page.getByRole('button', { name: 'Keep and sign out' }).click()])
  }
  await Promise.all([cameBack, press()])
  await signInLink(page).waitFor()
}

/** The limit for a sign-out, in milliseconds: storage that does not answer is given up after a while. */
const signOutLimitMs = 60_000

/**
 * The same while storage fails: a page that finds nothing durable of the sign-in at its start ends it by itself, before
 * or after the press, and asks for the next one.
 */
async function signOutAnyhow(page: Page): Promise<void> {
  const ended = page.getByLabel('Password', { exact: true }).or(signInLink(page))
  const buttons = ['Keep and sign out', 'Sign out'].map((name) => page.getByRole('button', { name, exact: true }))
  const deadline = Date.now() + signOutLimitMs
  while (!(await ended.first().isVisible())) {
    if (Date.now() > deadline) throw new CaseFailure('broken', `The sign-out does not end: ${page.url()}`)
    for (const button of buttons)
      if ((await button.isVisible()) && (await button.isEnabled())) await button.click({ timeout: 5000 }).catch(ignore)
    await delay(200)
  }
}

/** The page that had the button is gone. */
const ignore = () => undefined

async function openDetails(page: Page, { origin }: TestBed): Promise<void> {
  await page.goto(`${origin}/en/member-detail`)
}

export const signInChanges: readonly SignInChange[] = [
  {
    name: 'sign-in',
    ends: false,
    prepare: async (page, bed) => {
      await openDetails(page, bed)
      await signOutKeeping(page)
    },
    act: (page, _bed, { first }) => signInFromPage(page, first),
  },
  {
    name: 'another member over the first',
    ends: false,
    // The first member has to sign in again, and the other one takes the phone.
    prepare: async (page, bed, { first }) => {
      await page.goto(`${bed.origin}/en/faq`)
      await endClubTokens(bed, first)
      await endProviderSessions(bed)
      await openDetails(page, bed)
      await page.getByLabel('Password', { exact: true }).waitFor()
    },
    act: (page, _bed, { other }) => fillSignIn(page, other),
  },
  {
    name: 'renewal',
    ends: false,
    prepare: async (page, { db, origin }, { first }) => {
      await page.goto(`${origin}/en/faq`)
      await endClubTokens({ db }, first)
    },
    act: openDetails,
  },
  {
    name: 'sign-out',
    ends: true,
    prepare: openDetails,
    act: signOutAnyhow,
  },
]
