import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create } from 'qrcode'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { inHongKong } from './hongKongTime.ts'
import { drawQrPicture } from './qrPicture.ts'
import type { DemoTicket } from './season.ts'
import { drawSheet } from './sheet.ts'

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
 * Writes the demo tickets into a folder: each as a picture (01-claimable-….png), all of them on a printable sheet
 * (tickets.html) and in a list for programs (tickets.json), and one as a PDF (ticket.pdf). A folder with the same
 * tickets in the same states stays unchanged; any other one is replaced.
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
  for (const { file, code } of filed) await writeFile(join(part, file), drawQrPicture(code))
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

/** Side of the QR code on the page, in points (1/72 inch). */
const side = 170

/** The code's dark modules as PDF drawing operators: one rectangle for each run of a row. */
function drawCode(code: string, left: number, top: number): string[] {
  const { modules } = create(code, { errorCorrectionLevel: 'M' })
  const unit = side / modules.size
  const marks: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1
      const box = [left + start * unit, top - (row + 1) * unit, (column + 1 - start) * unit, unit]
      marks.push(`${box.map((length) => length.toFixed(3)).join(' ')} re`)
    }
  }
  return [...marks, 'f']
}

function drawText(text: string, size: number, left: number, baseline: number): string {
  const escaped = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')
  return `BT /F1 ${size} Tf ${left} ${baseline} Td (${escaped}) Tj ET`
}

/**
 * A ticket as outlets mail it: a PDF (1.4) of one A4 page, the QR code as vectors.
 *
 * @param lines ASCII text below the heading, a line each
 */
function drawTicketPdf(code: string, heading: string, lines: readonly string[]): Buffer {
  const content = [
    drawText(heading, 18, 60, 760),
    ...lines.map((line, index) => drawText(line, 12, 60, 730 - index * 18)),
    ...drawCode(code, 60, 640),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
