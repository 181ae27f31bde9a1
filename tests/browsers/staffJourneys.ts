import { demoPassword } from '#server/seed/accounts.ts'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import { pointsOf } from '#tests/support/members.ts'
import { addApplicant, addRedeemer } from '#tests/support/staffPages.ts'
import { fill, find, inPage, open, press, sees, typeInto, until } from './page.ts'
import type { Phone } from './phone.ts'
import { staffWords as words } from './words.ts'

/** Signs in as the demo season's member of staff in a role. */
async function signInAs({ tab, club }: Phone, role: string): Promise<void> {
  await open(tab, `${club.origin}/identity/staff`)
  await fill(tab, { email: `${role}@clubbravo.test`, password: demoPassword })
  await press(tab, 'button', words.signIn)
  await find(tab, 'heading', words.today)
}

const dialog = ':is(dialog, [role=dialog], [role=alertdialog])'

const header =
  'Ticket No,Performance ID,Seat,Price,name_en,name_tc,name_sc,venue_en,venue_tc,venue_sc,starts_at,ends_at'

/** The core of what staff do. */
export const staffJourneys: Readonly<Record<string, (phone: Phone) => Promise<void>>> = {
  'Staff: find a member by name, and give points': async (phone) => {
    const { tab, club, member } = phone
    await signInAs(phone, 'membership')
    await open(tab, `${phone.club.origin}/staff/en/member`)
    await typeInto(tab, words.findMember, member.firstName.slice(0, -1))
    await press(tab, 'button', member.firstName)
    await press(tab, 'button', words.adjust)
    await typeInto(tab, words.points, '250')
    await typeInto(tab, words.why, 'The hall was cold')
    await press(tab, 'button', words.preview)
    await press(tab, 'button', words.give250)
    await sees(tab, 'The hall was cold')
    await until(tab, 'the points', () => !document.querySelector('[aria-busy=true]'))
    const points = await pointsOf(club.db, member.id)
    if (points !== 250) throw new Error(`The member has ${points} points.`)
  },
  'Staff: mark a voucher as used, and take it back': async (phone) => {
    const { tab, club } = phone
    const { code, firstName } = await addRedeemer(club.db, 'Email')
    await signInAs(phone, 'counter')
    await open(tab, `${phone.club.origin}/staff/en/counter`)
    await typeInto(tab, words.memberOrVoucher, code)
    await press(tab, 'button', firstName)
    await press(tab, 'button', words.markUsed)
    await sees(tab, words.used)
    await press(tab, 'button', words.undo)
    await sees(tab, words.undone)
  },
  'Staff: approve an application beside its card': async (phone) => {
    const { tab, club } = phone
    const { id } = await addApplicant(club, await demoStudentCard(), { last_name: 'Echidna' })
    await signInAs(phone, 'membership')
    await open(tab, `${phone.club.origin}/staff/en/applications`)
    await press(tab, 'link', 'Echidna')
    await press(tab, 'button', words.showCard)
    await until(tab, 'the card', () =>
      [...document.images].some(({ src, naturalWidth }) => src.startsWith('blob:') && naturalWidth > 0),
    )
    await press(tab, 'button', words.approve)
    await press(tab, 'button', words.approve, dialog)
    await sees(tab, words.approved)
    const row = club.db.selectFrom('members').select('ya_status').where('id', '=', id)
    const { ya_status: status } = await row.executeTakeFirstOrThrow()
    if (status !== 'Approved') throw new Error(`The application is ${status}.`)
  },
  'Staff: import an outlet’s file, and undo it': async (phone) => {
    const { tab, keep } = phone
    const number = `F-${Date.now()}`
    const row = `${number},${number},1,380,Requiem,安魂曲,安魂曲,Hall,音樂廳,音乐厅,2031-01-01 20:00,2031-01-01 22:00`
    const file = { name: 'sold.csv', mimeType: 'text/csv', buffer: Buffer.from(`${header}\n${row}`) }
    await signInAs(phone, 'box.office')
    await open(tab, `${phone.club.origin}/staff/en/tickets`)
    await find(tab, 'button', words.chooseFile)
    await tab.chooseFiles([await keep(file)])
    await press(tab, 'button', words.check)
    await press(tab, 'button', words.importOne)
    await sees(tab, words.imported)
    await press(tab, 'button', `${words.undo} sold.csv`)
    await press(tab, 'button', words.undoImport, dialog)
    await sees(tab, words.importUndone)
  },
  'Staff: sign out, and nothing of it stays on the device': async (phone) => {
    const { tab, club } = phone
    await signInAs(phone, 'owner')
    await press(tab, 'button', words.menu)
    await press(tab, 'button', words.signOut)
    await find(tab, 'button', words.signIn)
    await open(tab, `${club.origin}/staff/en/people`)
    await find(tab, 'link', words.signIn)
    const left = await inPage(tab, async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name)
      const kept = [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...names]
      const stored = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return [...kept.map(String), ...stored.flat().map(({ url }) => url)].filter((name) => name.includes('staff'))
    })
    if (left.length > 0) throw new Error(`There is still ${left.join(', ')}.`)
  },
}
