import type { Command } from 'commander'
import { keysOf } from '#contract/keysOf.ts'
import { csvLine } from '#contract/schemas/csvLine.ts'
import { labelLines } from '#contract/staff/files.ts'
import { type ParcelMark, parcelSteps } from '#contract/spending/parcels.ts'
import { counted } from '#server/domain/figures.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { exportLabels, type MarkedParcel, markParcel } from '#server/services/spending/parcels.ts'
import { findParcels } from '#server/store/spending/parcels.ts'
import { CommandError, examples, nonEmpty } from './commandLine.ts'
import { writeNewFile } from './newFile.ts'
import { withDatabase } from './withDatabase.ts'

const states = keysOf(parcelSteps)
const marks = states.filter((state): state is ParcelMark => state !== 'ordered')

function stateNamed<State extends string>(name: string, given: string, known: readonly State[]): State {
  const state = known.find((one) => one === given.toLowerCase())
  if (state === undefined) throw new CommandError(`${name} must be one of: ${known.join(', ')}. It is "${given}".`)
  return state
}

function list({ state: given }: { state?: string }): Promise<void> {
  const state = given === undefined ? null : stateNamed('--state', given, states)
  return withDatabase(async (db) => {
    const parcels = await findParcels(db, state)
    for (const { refNo, orderedAt, alias, quantity, state: is, changedAt, tracking, address } of parcels) {
      const since = changedAt === null ? is : `${is} ${changedAt.toISOString()}`
      const facts = [since, tracking, address === null ? 'the account is deleted with its address' : null]
      console.log([refNo, orderedAt.toISOString(), `${quantity} × ${alias}`, ...facts.filter(Boolean)].join('  '))
    }
    console.log(`${counted(parcels.length, 'parcel')}.`)
    return true
  })
}

function writeLabels({ out: file }: { out: string }): Promise<void> {
  return withDatabase(async (db) => {
    const count = await writeNewFile(file, async (append) => {
      const labels = await exportLabels(db)
      await append(`\uFEFF${labelLines(labels).map(csvLine).join('')}`)
      return labels.length
    })
    console.log(`Written to ${file}: ${counted(count, 'label')} to pack. Delete the file when they are printed.`)
    return true
  })
}

function isReported(refNo: string, state: ParcelMark, marked: MarkedParcel): boolean {
  if (marked.kind === 'marked') console.log(`${refNo} is ${state}.`)
  else if (marked.kind === 'unknown') console.error(`There is no parcel ${refNo}: see npm run club -- parcels list.`)
  else {
    const by = marked.by === null ? '' : `, marked by ${marked.by.actor} at ${marked.by.at.toISOString()}`
    console.error(`${refNo} is ${marked.state}${by}: it can’t be ${state} now.`)
  }
  return marked.kind === 'marked'
}

function mark(givenState: string, references: readonly string[], { tracking }: { tracking?: string }): Promise<void> {
  const state = stateNamed('STATE', givenState, marks)
  if (tracking !== undefined && references.length > 1) throw new CommandError('--tracking is for one parcel.')
  return withDatabase(async (db, config) => {
    const notify = memberMails(config)
    let areMarked = true
    for (const given of references) {
      const refNo = given.toUpperCase()
      const marked = await markParcel(db, { refNo, state, tracking: tracking ?? null, now: new Date(), notify })
      areMarked = isReported(refNo, state, marked) && areMarked
    }
    return areMarked
  })
}

/** Rewards that go by post, from the order to the member. */
export function addParcels(program: Command): void {
  const parcels = program.command('parcels').description('rewards that go by post')
  parcels
    .command('list')
    .description('lists them, the oldest first')
    .option('--state <STATE>', `one of: ${states.join(', ')}`, nonEmpty)
    .addHelpText('after', examples('parcels list --state ordered'))
    .action(list)
  parcels
    .command('labels')
    .description('writes the addresses of those that are ordered or came back as CSV, to be printed')
    .requiredOption('--out <FILE>', 'a new file', nonEmpty)
    .addHelpText('after', examples('parcels labels --out labels.csv'))
    .action(writeLabels)
  parcels
    .command('mark')
    .description('marks parcels; the members see it, and get a mail when theirs is sent')
    .argument('<STATE>', `one of: ${marks.join(', ')}`, nonEmpty)
    .argument('<REF...>', 'the references of their redemptions')
    .option('--tracking <TEXT>', 'what the carrier calls it, for the member', nonEmpty)
    .addHelpText(
      'after',
      examples('parcels mark packed ABCD-2345 EFGH-6789', 'parcels mark sent ABCD-2345 --tracking RR123456789HK'),
    )
    .action(mark)
}
