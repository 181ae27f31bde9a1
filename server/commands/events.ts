import type { Command } from 'commander'
import { csvLine } from '#contract/schemas/csvLine.ts'
import { guestLines } from '#contract/staff/files.ts'
import { counted } from '#server/domain/figures.ts'
import { exportGuests } from '#server/services/events/guestLists.ts'
import { toGuest } from '#server/services/staff/eventList.ts'
import { countGuests } from '#server/store/spending/eventRegistrations.ts'
import { CommandError, examples, nonEmpty } from './commandLine.ts'
import { writeNewFile } from './newFile.ts'
import { withDatabase } from './withDatabase.ts'

type Counts = Awaited<ReturnType<typeof countGuests>>[number]

function sentenceOf({ alias, places, registered, waiting, registrations }: Counts): string {
  const limit = places === null ? 'without a limit' : `of ${places}`
  return `${alias}: ${counted(registered, 'place')} taken ${limit}, ${waiting} waited for, in ${counted(registrations, 'registration')}.`
}

function list(): Promise<void> {
  return withDatabase(async (db) => {
    const events = await countGuests(db, null)
    for (const event of events) console.log(sentenceOf(event))
    if (events.length === 0) console.log('There are no events.')
    return true
  })
}

function writeGuests(alias: string, { out: file, reason }: { out?: string; reason?: string }): Promise<void> {
  if (file !== undefined && reason === undefined)
    throw new CommandError('--out needs --reason TEXT: the guests read why their names were exported.')
  return withDatabase(async (db) => {
    const [counts] = await countGuests(db, alias)
    if (!counts) throw new CommandError(`There is no event ${alias}: see npm run club -- events list.`)
    console.log(sentenceOf(counts))
    if (file === undefined || reason === undefined) return true
    const exported = await writeNewFile(file, async (append) => {
      const found = await exportGuests(db, { alias, reason })
      await append(`\uFEFF${guestLines(found.map(toGuest)).map(csvLine).join('')}`)
      return found.length
    })
    console.log(`Written to ${file}: ${counted(exported, 'registration')}. Delete the file after the event.`)
    return true
  })
}

/** Counts without names need no reason. */
export function addEvents(program: Command): void {
  const events = program.command('events').description('who comes to events')
  events.command('list').description('counts the places of each event').action(list)
  events
    .command('guests')
    .description('counts the places of an event, or writes its guests and who waits as CSV')
    .argument('<ALIAS>', 'the event’s key in the contents', nonEmpty)
    .option('--out <FILE>', 'a new file for names, mobiles and addresses; needs --reason', nonEmpty)
    .option('--reason <TEXT>', 'what the list is for; its guests read it', nonEmpty)
    .addHelpText('after', examples('events guests open-rehearsal --out guests.csv --reason "List for the door"'))
    .action(writeGuests)
}
