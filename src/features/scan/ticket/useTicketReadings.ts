import { useEffect, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { readTicket, type TicketKey, type TicketReading } from '#contract/ticket.ts'

/** What codes say, by code. A code that is still being read is missing. */
export type TicketReadings = ReadonlyMap<string, TicketReading>

const noKeys: readonly TicketKey[] = []

/** The public ticket keys of the cached static contents; none where this phone has no contents yet. */
export function ticketKeysOf(contents: StaticContents | undefined): readonly TicketKey[] {
  return contents?.ticket_keys ?? noKeys
}

const nothingRead: TicketReadings = new Map()

/**
 * Reads codes on this phone, without a connection.
 *
 * @param codes what the QR codes said
 * @param keys the public ticket keys that are known here; another array means other keys, and every code is read again
 */
export function useTicketReadings(codes: readonly string[], keys: readonly TicketKey[]): TicketReadings {
  const [readings, setReadings] = useState(nothingRead)
  const wanted = useUnchanged(codes)

  useEffect(() => {
    let left = false
    const read = async () => {
      const said = await Promise.all(wanted.map(async (code) => [code, await readTicket(code, keys)] as const))
      if (!left) setReadings(new Map(said))
    }
    void read()
    return () => {
      left = true
    }
  }, [wanted, keys])

  return readings
}

/** The list of last time while it holds the same codes: a list that is made anew at each rendering starts no work. */
function useUnchanged(codes: readonly string[]): readonly string[] {
  const [kept, setKept] = useState(codes)
  const same = kept.length === codes.length && kept.every((code, index) => code === codes[index])
  if (!same) setKept(codes)
  return same ? kept : codes
}
