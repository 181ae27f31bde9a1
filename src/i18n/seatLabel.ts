import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The areas of a hall, as outlets write them on tickets. */
const areas: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['Stalls', msg`Stalls`],
  ['Balcony', msg`Balcony`],
])

/**
 * A ticket's seat in the person's language. Tickets name seats in English (`Stalls A20`): a known area is translated,
 * everything else is shown as it is printed, so that the person finds it on the ticket.
 */
export function seatLabel(seat: string, i18n: Pick<I18n, '_'>): string {
  const [area = '', ...place] = seat.split(' ')
  const name = areas.get(area)
  return name === undefined ? seat : [i18n._(name), ...place].join(' ')
}
