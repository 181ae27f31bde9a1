import { expect } from '@playwright/test'
import type { Role } from '#contract/staff/roles.ts'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { type Cost, countedPerson, type Person } from '#tests/support/countedPerson.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { addApplicant, addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'
import { issueTicket } from '#tests/support/tickets.ts'

interface StaffJob {
  role: Role
  /** What it costs, from Today. Where a row grows, the way has grown longer: that is a decision, not a repair. */
  costs: Cost
  walk: (person: Person) => Promise<void>
}

const newName = () => `Q${crypto.randomUUID().slice(0, 8)}`

/** A member whom nobody else is called. */
async function namedMember({ db }: Club): Promise<TestMember & { lastName: string }> {
  const member = await newMember(db)
  const lastName = newName()
  await db.updateTable('members').set({ last_name: lastName }).where('id', '=', member.id).execute()
  return { ...member, lastName }
}

async function findMember({ club, press, type }: Person): Promise<TestMember> {
  const member = await namedMember(club)
  await press('Member')
  await type('Find a member', member.lastName)
  await press(new RegExp(member.lastName))
  return member
}

const ticketFile = (number: string) =>
  [
    'Ticket No,Performance ID,Seat,Price,name_en,name_tc,name_sc,venue_en,venue_tc,venue_sc,starts_at,ends_at',
    `${number},${number},1,380,Requiem,安魂曲,安魂曲,Hall,音樂廳,音乐厅,2031-01-01 20:00,2031-01-01 22:00`,
  ].join('\n')

/** The ten commonest jobs. Those of one role stand together: whoever has it goes on from one to the next. */
const jobs: Readonly<Record<string, StaffJob>> = {
  'read the books of a member': {
    role: 'membership',
    costs: { presses: 2, typed: 1, screens: 1 },
    walk: async (person) => {
      const { firstName } = await findMember(person)
      await expect(person.page.getByRole('heading', { level: 2, name: new RegExp(firstName) })).toBeVisible()
    },
  },
  'give a member points': {
    role: 'membership',
    costs: { presses: 5, typed: 3, screens: 1 },
    walk: async (person) => {
      const { page, press, type } = person
      await findMember(person)
      await press('Adjust points')
      await type('Points', '250')
      // A member's page has several forms.
      await type('Why', 'The hall was cold', {
        in: page.locator('form', { has: page.getByLabel('Points', { exact: true }) }),
      })
      await press('Preview')
      await press('Give 250 points')
      await expect(page.getByRole('table', { name: 'Timeline' }).getByText('The hall was cold')).toBeVisible()
    },
  },
  'decide an application': {
    role: 'membership',
    costs: { presses: 5, typed: 0, screens: 1 },
    walk: async ({ page, club, press }) => {
      const name = newName()
      await addApplicant(club, await demoStudentCard(), { last_name: name })
      await press('Applications')
      await press(new RegExp(name))
      await press('Show the student card')
      await press('Approve')
      await press('Approve', { in: page.getByRole('dialog') })
      await expect(page.getByText('Approved. The member gets an email.').first()).toBeVisible()
    },
  },
  'issue an upgrade link': {
    role: 'membership',
    costs: { presses: 4, typed: 1, screens: 1 },
    walk: async ({ page, press, type }) => {
      await press('Upgrade links')
      await press(/^Issue(?!d)/)
      await type('Email addresses', `${newName()}@club.example`)
      await press('Preview')
      await press('Issue 1 link')
      await expect(page.getByText('1 link or code issued')).toBeVisible()
    },
  },
  'mark a voucher as used': {
    role: 'counter',
    costs: { presses: 2, typed: 1, screens: 1 },
    walk: async ({ page, club, press, type }) => {
      const { code } = await addRedeemer(club.db, 'Email')
      await press('Counter')
      await type('Member or voucher', code)
      // A hand scanner sends it itself.
      await page.keyboard.press('Enter')
      await press('Mark as used')
      await expect(page.getByText('Marked as used.')).toBeVisible()
    },
  },
  'send a parcel': {
    role: 'fulfilment',
    costs: { presses: 3, typed: 1, screens: 1 },
    walk: async ({ page, club, press, type }) => {
      const { refNo } = await addRedeemer(club.db, 'Mail')
      await press('To send')
      await press(`Choose ${refNo}`)
      await type('Tracking number, if any', 'RR1HK')
      await press('Mark as sent')
      await expect(page.getByText('1 parcel is sent.')).toBeVisible()
    },
  },
  'import the tickets that an outlet has sold': {
    role: 'box_office',
    costs: { presses: 4, typed: 0, screens: 1 },
    walk: async ({ page, press }) => {
      const buffer = Buffer.from(ticketFile(newName()))
      await press('Tickets')
      const choosing = page.waitForEvent('filechooser')
      await press('Choose a file')
      await (await choosing).setFiles({ name: 'sold.csv', mimeType: 'text/csv', buffer })
      await press('Check 1 row')
      await press('Import 1 ticket')
      await expect(page.getByText('1 ticket imported.')).toBeVisible()
    },
  },
  'see what became of a ticket': {
    role: 'box_office',
    costs: { presses: 3, typed: 1, screens: 1 },
    walk: async ({ page, club, press, type }) => {
      const { ticketNo } = await issueTicket(club.db)
      await press('Tickets')
      await press('Find a ticket')
      await type('Ticket number', ticketNo)
      await press('Find', { in: page.locator('form') })
      await expect(page.getByRole('heading', { level: 2, name: new RegExp(ticketNo) })).toBeVisible()
    },
  },
  'read who comes to an event': {
    role: 'supervisor',
    costs: { presses: 3, typed: 1, screens: 1 },
    walk: async ({ page, club, press, type }) => {
      const { id, email } = await namedMember(club)
      await addRegistration(club.db, { member_id: id, alias: 'meet-the-brass', quantity: 1, state: 'registered' })
      await press('Events')
      await press('Meet the Brass')
      await type('What you need the names for', 'List for the door')
      await press('Show the guests')
      await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible()
    },
  },
  'invite a colleague': {
    role: 'owner',
    costs: { presses: 4, typed: 1, screens: 1 },
    walk: async ({ page, press, type }) => {
      await press('People')
      await press('Invite someone')
      await type('Email', `${newName()}@club.example`)
      await press('Counter', { in: page.getByRole('dialog') })
      await press('Send the invitation')
      await expect(page.getByText('We’ve emailed the invitation to')).toBeVisible()
    },
  },
}

test.use({ viewport: { width: 1440, height: 900 } })

test('A job of staff costs no more than it has to', async ({ page, context, club }) => {
  let signedIn: Role | null = null
  for (const [name, { role, costs, walk }] of Object.entries(jobs))
    await test.step(name, async () => {
      if (signedIn === role) await page.getByRole('link', { name: 'Today', exact: true }).first().click()
      else {
        await signInAsStaff(context, club, [role])
        await page.goto('/staff/en/today')
      }
      signedIn = role
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
      const { person, cost } = countedPerson(page, club, page.locator('body'))
      await walk(person)
      expect.soft(cost, name).toEqual(costs)
    })
})
