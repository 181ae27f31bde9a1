import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'

const day = 24 * 60 * 60 * 1000
/** Phones refuse certificates that last longer than 398 days. */
const lifetime = 397 * day
const renewBefore = 30 * day

export interface Certificate {
  /** PEM. */
  key: string
  /** PEM: the server's certificate and the authority that signed it. */
  chain: string
  /** PEM: what a phone installs to trust this server. */
  authority: string
}

type AltName = { type: 2; value: string } | { type: 7; ip: string }

function altName(host: string): AltName {
  return isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }
}

/**
 * Makes an authority and a certificate that it signs. The authority's key is dropped at once: a phone that trusts the authority
 * trusts this one certificate, and nobody can ever sign another one.
 */
async function make(hosts: readonly string[], now: Date): Promise<Certificate> {
  const dates = { notBeforeDate: new Date(now.getTime() - day), notAfterDate: new Date(now.getTime() + lifetime - day) }
  const kind = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
  const authority = await generate([{ name: 'commonName', value: `Club Bravo on ${hosts[0] ?? 'localhost'}` }], {
    ...kind,
    ...dates,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  const server = await generate([{ name: 'commonName', value: 'Club Bravo' }], {
    ...kind,
    ...dates,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: hosts.map(altName) },
    ],
  })
  return { key: server.private, chain: `${server.cert.trim()}\n${authority.cert.trim()}\n`, authority: authority.cert }
}

function serves(chain: string, hosts: readonly string[], now: Date): boolean {
  const certificate = new X509Certificate(chain)
  const good = now.getTime() + renewBefore < certificate.validToDate.getTime()
  const named = (host: string) =>
    (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
  return good && hosts.every(named)
}

async function kept(folder: string): Promise<Certificate | null> {
  try {
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    const [key, chain, authority] = await Promise.all([read('key.pem'), read('chain.pem'), read('authority.pem')])
    return { key, chain, authority }
  } catch {
    return null
  }
}

async function keep(folder: string, certificate: Certificate): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries({
    key: certificate.key,
    chain: certificate.chain,
    authority: certificate.authority,
  })) {
    const path = join(folder, `${name}.pem`)
    await writeFile(`${path}.new`, text, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
}

/**
 * The certificate for TLS on the local network: the kept one while it names every host and lasts another 30 days, else a new one.
 *
 * @param dataDir it is kept below this folder, in `tls/`
 * @param hosts names and addresses that people may open
 */
export async function localCertificate(dataDir: string, hosts: readonly string[], now: Date): Promise<Certificate> {
  const folder = join(dataDir, 'tls')
  const old = await kept(folder)
  if (old && isWhole(old) && serves(old.chain, hosts, now)) return old
  const made = await make(hosts, now)
  await keep(folder, made)
  return made
}

/** Whether the kept files belong together: a stop between two writes may have mixed old and new ones. */
function isWhole({ key, chain, authority }: Certificate): boolean {
  try {
    const certificate = new X509Certificate(chain)
    return certificate.checkIssued(new X509Certificate(authority)) && certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
