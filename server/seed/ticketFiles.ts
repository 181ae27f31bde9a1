import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toBuffer } from 'qrcode'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { inHongKong } from './hongKongTime.ts'
import type { DemoTicket } from './season.ts'
import { drawSheet } from './sheet.ts'
import { drawTicketPdf } from './ticketPdf.ts'

type FiledTicket = DemoTicket & { file: string }

/** The text of a ticket's QR code: every second signed ticket is printed as an address, for the phone's own camera. */
function printedCode({ code, ticketNo, state }: DemoTicket, origin: string): string {
  const isAddress = state !== 'other-outlet' && Number(ticketNo.at(-1)) % 2 === 0
  return isAddress ? ticketAddress(origin, code) : code
}

function nameFiles(tickets: readonly DemoTicket[], origin: string): FiledTicket[] {
  return tickets.map((ticket, index) => {
    const seat = ticket.seat.toLowerCase().replaceAll(' ', '-')
    return {
      ...ticket,
      code: printedCode(ticket, origin),
      file: `${String(index + 1).padStart(2, '0')}-${ticket.state}-${ticket.performanceId}-${seat}.png`,
    }
  })
}

/** A ticket's entry in `tickets.json`. */
function entryOf({ file, ticketNo, state, code, concert, seat, amount, startsAt }: FiledTicket) {
  const [concertName, startsAtText] = [concert.en, startsAt.toISOString()]
  return { file, ticket_no: ticketNo, state, concert: concertName, starts_at: startsAtText, seat, amount, code }
}

/** A claimable ticket that the PDF's plain font can show. */
function choosePdfTicket(tickets: readonly FiledTicket[]): FiledTicket | undefined {
  return tickets.findLast(({ state, concert }) => state === 'claimable' && /^[\x20-\x7e]+$/.test(concert.en))
}

/**
 * Writes the demo tickets into a folder: each as a picture (01-claimable-….png), all of them on a printable sheet (tickets.html) and
 * in a list for programs (tickets.json), and one as a PDF (ticket.pdf). A folder with the same tickets in the
 * same states stays unchanged; any other one is replaced.
 *
 * @param origin the club's public origin, in tickets that are printed as addresses
 */
export async function writeTickets(folder: string, tickets: readonly DemoTicket[], origin: string): Promise<void> {
  const filed = nameFiles(tickets, origin)
  const list = `${JSON.stringify(filed.map(entryOf), null, 2)}\n`
  if ((await readFile(join(folder, 'tickets.json'), 'utf8').catch(() => null)) === list) return
  const part = `${folder}.new`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  for (const { file, code } of filed) {
    // A quiet zone of 6 modules instead of the standard's 4, because pictures are shown on dark screens and cropped.
    const picture = await toBuffer(code, { errorCorrectionLevel: 'M', margin: 6, scale: 8 })
    await writeFile(join(part, file), picture)
  }
  const printed = choosePdfTicket(filed)
  if (printed) {
    const start = inHongKong(printed.startsAt).format('D MMM YYYY, HH:mm')
    const lines = [start, `${printed.seat}, HK$${printed.amount}`, printed.ticketNo]
    await writeFile(join(part, 'ticket.pdf'), drawTicketPdf(printed.code, printed.concert.en, lines))
  }
  await writeFile(join(part, 'tickets.html'), await drawSheet(filed))
  await writeFile(join(part, 'tickets.json'), list)
  await rm(folder, { recursive: true, force: true })
  await rename(part, folder)
}
