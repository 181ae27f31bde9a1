import { networkInterfaces } from 'node:os'

/** This machine's addresses in its networks without loopback and link-local ones, IPv4 first. */
export function lanAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const external = all.filter(
    ({ internal, address }) => !internal && !address.startsWith('169.254.') && !address.startsWith('fe80:'),
  )
  return external.toSorted((a, b) => a.family.localeCompare(b.family)).map(({ address }) => address)
}

/** The address by which another device most likely reaches this machine; null without a network. */
export function firstLanAddress(): string | null {
  return lanAddresses()[0] ?? null
}
