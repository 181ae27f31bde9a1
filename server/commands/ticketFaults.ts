import { fileColumns, type FileFault, type RowFault } from '#contract/staff/ticketFile.ts'

/** What is wrong with a row, for an operator. */
export function rowSentence(fault: RowFault): string {
  switch (fault.kind) {
    case 'column_count':
      return `it has ${fault.has} columns, and the first line has ${fault.due}`
    case 'missing':
      return `${fault.column} is missing`
    case 'invisible':
      return `${fault.column} has characters that cannot be seen`
    case 'too_long':
      return `${fault.column} has more than ${fault.max} characters`
    case 'amount':
      return `amount must be Hong Kong dollars from 0 to 1000000, such as 380 or 380.50, and is "${fault.value}"`
    case 'time':
      return `${fault.column} must be a time such as 2026-11-22 20:00, and is "${fault.value}"`
    case 'ends_first':
      return 'ends_at must be after starts_at'
    case 'code_long':
      return 'code has more than 2048 bytes'
    case 'code_malformed':
      return 'code cannot be that of a ticket'
    case 'code_states_other':
      return `code is that of ticket ${fault.ticketNo}`
    case 'code_taken':
      return `its code is that of ticket ${fault.ticketNo}`
    case 'performance_new':
      return `performance ${fault.performanceId} is new, so its names, venues and times are needed`
    case 'performance_differs':
      return `performance ${fault.performanceId} is known with other names, venues or times`
    case 'ticket_differs':
      return `ticket ${fault.ticketNo} is known with ${fault.known === null ? `another ${fault.column}` : `${fault.column} ${fault.known}`}`
  }
}

/** Why no row of a file can be read, for an operator. */
export function fileSentence(fault: FileFault): string {
  switch (fault.kind) {
    case 'empty':
      return `The file is empty: its first line names the columns ${fileColumns.join(',')}.`
    case 'column_missing':
      return `Line 1: the column ${fault.columns.join(', ')} is missing.`
    case 'column_twice':
      return `Line 1: the column ${fault.columns.join(', ')} is there twice.`
  }
}
