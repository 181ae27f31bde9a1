import { useEffect, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { readTicket, type TicketReading } from '#contract/scan/ticket.ts'
import type { TicketKey } from '#contract/scan/ticketKey.ts'

/** Readings by code. Codes that are still being read are missing. */
type TicketReadings = ReadonlyMap<string, TicketReading>

const noKeys: readonly TicketKey[] = []

/** The public ticket keys of the cached static contents; none if this phone has no contents yet. */
export function ticketKeysOf(contents: Pick<StaticContents, 'ticket_keys'> | undefined): readonly TicketKey[] {
  return contents?.ticket_keys ?? noKeys
}

const nothingRead: TicketReadings = new Map()

/**
 * Reads codes on this phone, without a connection.
 *
 * @param codes the texts of the QR codes
 * @param keys the public ticket keys that are known here; a new array means new keys, and every code is read again
 */
export function useTicketReadings(codes: readonly string[], keys: readonly TicketKey[]): TicketReadings {
  const [readings, setReadings] = useState(nothingRead)
  const stableCodes = useStableList(codes)

  useEffect(() => {
    let left = false
    const read = async () => {
      const said = await Promise.all(stableCodes.map(async (code) => [code, await readTicket(code, keys)] as const))
      if (!left) setReadings(new Map(said))
    }
    void read()
    return () => {
      left = true
    }
  }, [stableCodes, keys])

  return readings
}

/**
 * The same array for as long as its codes are the same, so that a new array on each render does not start the work
 * again.
 */
function useStableList(codes: readonly string[]): readonly string[] {
  const [stable, setStable] = useState(codes)
  const same = stable.length === codes.length && stable.every((code, index) => code === codes[index])
  if (!same) setStable(codes)
  return same ? stable : codes
}
