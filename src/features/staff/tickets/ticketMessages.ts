import { msg } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import type { AnswerOf } from '#contract/endpoint.ts'
import { defaultLanguage, languageTable, parseLanguage } from '#contract/language.ts'
import type { Separator } from '#contract/schemas/parseCsv.ts'
import type { importTickets } from '#contract/staff/tickets.ts'
import { type FileColumn, performanceColumns, type RowFault } from '#contract/staff/ticketFile.ts'
import { maxCodeBytes } from '#contract/scan/scan.ts'
import { maxTicketAmount } from '#contract/scan/ticket.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import type { Encoding } from './ticketTable.ts'

/** What a column of a file of tickets is. */
export const columnMessages: Record<FileColumn, MessageDescriptor> = {
  ticket_no: msg`Ticket number`,
  performance_id: msg`Concert number`,
  seat: msg`Seat`,
  amount: msg`Price paid`,
  code: msg`QR code`,
  name_en: msg`English name`,
  name_tc: msg`Traditional Chinese name`,
  name_sc: msg`Simplified Chinese name`,
  venue_en: msg`English venue`,
  venue_tc: msg`Traditional Chinese venue`,
  venue_sc: msg`Simplified Chinese venue`,
  starts_at: msg`Begins`,
  ends_at: msg`Ends`,
}

/** What stands between the columns. */
export const separatorMessages: Record<Separator, MessageDescriptor> = {
  ',': msg`Comma`,
  ';': msg`Semicolon`,
  '\t': msg`Tab`,
  '|': msg`Vertical bar`,
}

/** The names of encodings, the same in every language. */
export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  big5: 'Big5',
  gb18030: 'GB 18030',
}

/** The columns of a row that are at fault. */
export function faultyColumns(fault: RowFault): readonly FileColumn[] {
  switch (fault.kind) {
    case 'column_count':
      return []
    case 'missing':
    case 'invisible':
    case 'too_long':
    case 'amount':
    case 'time':
    case 'ticket_differs':
      return [fault.column]
    case 'ends_first':
      return ['starts_at', 'ends_at']
    case 'code_long':
    case 'code_malformed':
    case 'code_states_other':
    case 'code_taken':
      return ['code']
    case 'performance_new':
      return ['performance_id']
    case 'performance_differs':
      return performanceColumns
  }
}

/** What is wrong with a row, and what to do. */
export function faultMessage(fault: RowFault, i18n: I18n): string {
  const columnOf = (name: FileColumn) => i18n._(columnMessages[name])
  switch (fault.kind) {
    case 'column_count': {
      const { has, due } = fault
      return i18n._(
        msg`Columns in this row: ${has}; in the first line: ${due}. Check for a missing or extra separator or quotation mark.`,
      )
    }
    case 'missing': {
      const column = columnOf(fault.column)
      return i18n._(msg`${column}: empty. Fill it in.`)
    }
    case 'invisible': {
      const column = columnOf(fault.column)
      return i18n._(msg`${column}: has characters that can’t be seen, such as a line break. Delete them.`)
    }
    case 'too_long': {
      const [column, max] = [columnOf(fault.column), fault.max]
      return i18n._(msg`${column}: more than ${max} characters. Shorten it.`)
    }
    case 'amount': {
      const [amount, most] = [fault.value, formatPoints(maxTicketAmount)]
      return i18n._(msg`“${amount}” isn’t an amount of up to HK$${most}. Write it as 380 or 380.50.`)
    }
    case 'time': {
      const column = columnOf(fault.column)
      return i18n._(msg`${column}: “${fault.value}” isn’t a time. Write it as 2026-11-22 20:00.`)
    }
    case 'ends_first':
      return i18n._(msg`The concert ends before it begins. Correct one of the two times.`)
    case 'code_long': {
      const most = formatPoints(maxCodeBytes)
      return i18n._(msg`The code is too long (more than ${most} bytes). Use only the text of the ticket’s QR code.`)
    }
    case 'code_malformed':
      return i18n._(
        msg`This can’t be a ticket’s code. Use the text of its QR code, or leave it empty and we’ll make one.`,
      )
    case 'code_states_other':
      return i18n._(msg`The code is for ticket ${fault.ticketNo}. Correct the code or the ticket number.`)
    case 'code_taken':
      return i18n._(msg`Ticket ${fault.ticketNo} already has this code. Correct one of the two.`)
    case 'performance_new':
      return i18n._(msg`Concert ${fault.performanceId} is new. Fill in its names, venues and times on its first row.`)
    case 'performance_differs':
      return i18n._(
        msg`Concert ${fault.performanceId} is already in Club Bravo with other names, venues or times. Correct them in the file, or leave them empty.`,
      )
    case 'ticket_differs': {
      const [ticketNo, column, known] = [fault.ticketNo, columnOf(fault.column), fault.known]
      return known === null
        ? i18n._(msg`Ticket ${ticketNo} is already in Club Bravo with another code. Correct the row, or take it out.`)
        : i18n._(
            msg`Ticket ${ticketNo} is already in Club Bravo with ${column}: “${known}”. Correct the row, or take it out.`,
          )
    }
  }
}

function columnList(columns: readonly FileColumn[], i18n: I18n): string {
  const lang = parseLanguage(i18n.locale) ?? defaultLanguage
  return columns.map((column) => i18n._(columnMessages[column])).join(languageTable[lang].comma)
}

type UnreadableFault = Extract<AnswerOf<typeof importTickets>, { kind: 'unreadable' }>['faults'][number]

/** Why no row of a file can be read, and what to do. */
export function fileMessage(fault: UnreadableFault, i18n: I18n): string {
  switch (fault.kind) {
    case 'empty':
      return i18n._(msg`The file is empty. Its first line has to name the columns.`)
    case 'open_quote': {
      const line = formatPoints(fault.line)
      return i18n._(msg`On line ${line}, a quotation mark opens and never closes. Correct it in the file.`)
    }
    case 'text_after_quote': {
      const line = formatPoints(fault.line)
      return i18n._(
        msg`On line ${line}, there’s text after a closing quotation mark. Correct it in the file, or choose another separator.`,
      )
    }
    case 'column_missing': {
      const columns = columnList(fault.columns, i18n)
      return i18n._(msg`Choose which columns these are: ${columns}.`)
    }
    case 'column_twice': {
      const columns = columnList(fault.columns, i18n)
      return i18n._(msg`Two columns are read as the same: ${columns}. Change one of them.`)
    }
  }
}
