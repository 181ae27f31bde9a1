import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'

const dayMs = 24 * 60 * 60 * 1000
/** Phones refuse certificates that last longer than 398 days. */
const lifetimeMs = 397 * dayMs
const renewBeforeMs = 30 * dayMs

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
 * Creates an authority and a certificate that it signs. The authority's key is discarded, so that a phone that trusts
 * the authority trusts this certificate only: nobody can sign another one.
 */
async function createCertificate(hosts: readonly string[], now: Date): Promise<Certificate> {
  const dates = {
    notBeforeDate: new Date(now.getTime() - dayMs),
    notAfterDate: new Date(now.getTime() + lifetimeMs - dayMs),
  }
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

function isUsable(chain: string, hosts: readonly string[], now: Date): boolean {
  const certificate = new X509Certificate(chain)
  const good = now.getTime() + renewBeforeMs < certificate.validToDate.getTime()
  const named = (host: string) =>
    (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
  return good && hosts.every(named)
}

async function readCertificate(folder: string): Promise<Certificate | null> {
  try {
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    const [key, chain, authority] = await Promise.all([read('key.pem'), read('chain.pem'), read('authority.pem')])
    return { key, chain, authority }
  } catch {
    return null
  }
}

async function storeCertificate(folder: string, certificate: Certificate): Promise<void> {
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
 * The certificate for TLS on the local network: the stored one while it names every host and lasts another 30 days,
 * else a new one.
 *
 * @param dataDir the certificate is stored below it, in `tls/`
 * @param hosts host names and addresses that people may open
 */
export async function localCertificate(dataDir: string, hosts: readonly string[], now: Date): Promise<Certificate> {
  const folder = join(dataDir, 'tls')
  const old = await readCertificate(folder)
  if (old && isConsistent(old) && isUsable(old.chain, hosts, now)) return old
  const created = await createCertificate(hosts, now)
  await storeCertificate(folder, created)
  return created
}

/** Whether the stored files belong together. A crash between two writes can mix old and new ones. */
function isConsistent({ key, chain, authority }: Certificate): boolean {
  try {
    const certificate = new X509Certificate(chain)
    return certificate.checkIssued(new X509Certificate(authority)) && certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
