import { networkInterfaces } from 'node:os'

/** The addresses of this machine in its networks, loopback and link-local ones left out; IPv4 first. */
export function lanAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const outward = all.filter(
    ({ internal, address }) => !internal && !address.startsWith('169.254.') && !address.startsWith('fe80:'),
  )
  return outward.toSorted((a, b) => a.family.localeCompare(b.family)).map(({ address }) => address)
}

/** The address that another device in the network most likely reaches this machine by; null without a network. */
export function firstLanAddress(): string | null {
  return lanAddresses()[0] ?? null
}
