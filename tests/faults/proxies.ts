// nginx and Caddy with the files of `deploy/`, in front of two servers: pages, calls and sign-ins go through, a
// server that is killed is not missed, and no call meets a connection that is just being closed.
// Needs Debian's packages nginx and caddy; what is not installed fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { localCertificate } from '#server/http/network/certificate.ts'
import { freePort } from '#tests/support/ports.ts'
import { rawRequest } from '#tests/support/rawRequest.ts'
import { startTwoServers } from '#tests/support/twoServers.ts'
import { waitFor } from './debianPostgres.ts'
import { signedInMember } from './loadedServer.ts'

const product = 'club-bravo'
/** As in `deploy/`, a tenth of it: the proxy keeps idle connections for 6 seconds, the server for 7.5. */
const tenth = { proxySeconds: 6, serverSeconds: 7 }
/** Idle times around both borders, in milliseconds. */
const pausesMs = [5000, 5900, 6000, 6100, 6900, 7000, 7100, 8000]
const callsEach = 12

/** A proxy that listens on a port of this machine. */
interface Proxied {
  port: number
  stop: () => Promise<void>
}

const read = (file: string) => readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

async function running(child: ChildProcess, port: number): Promise<Proxied> {
  await waitFor('the proxy answers', async () => (await rawRequest(port, '/livez')).status === 200)
  return {
    port,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** nginx without TLS, which would need a name that this machine has; the rest is as in the file. */
async function startNginx(folder: string, ports: readonly number[]): Promise<Proxied> {
  const port = await freePort()
  const { key, chain } = await localCertificate(folder, ['localhost'], new Date())
  await writeFile(join(folder, 'privkey.pem'), key)
  await writeFile(join(folder, 'fullchain.pem'), chain)
  await mkdir(join(folder, 'temporary'))
  const servers = ports.map((own) => `  server 127.0.0.1:${own} max_fails=0;\n`).join('')
  const site = (await read('nginx.conf'))
    .replace(/(?: {2}server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, servers)
    .replace('keepalive_timeout 60s', `keepalive_timeout ${tenth.proxySeconds}s`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll('club.example;', 'localhost;')
    .replaceAll('/etc/ssl/club.example/', `${folder}/`)
    .replaceAll('/var/cache/nginx/club', join(folder, 'cache'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/temporary/${kind};`)
    .join(' ')
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {} http { access_log off; ${temporary} ${site} }`
  await writeFile(join(folder, 'nginx.conf'), main)
  return running(spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' }), port)
}

async function startCaddy(folder: string, ports: readonly number[]): Promise<Proxied> {
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  const site = (await read('Caddyfile')).replace('keepalive 60s', `keepalive ${tenth.proxySeconds}s`)
  await writeFile(file, `{\n\tadmin off\n}\n${site}`)
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CLUB_HOST: `http://localhost:${port}`,
    CLUB_SERVERS: ports.map((own) => `127.0.0.1:${own}`).join(' '),
  }
  return running(spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' }), port)
}

let [passed, failed] = [0, 0]
function check(what: string, holds: boolean, seen: string): void {
  if (holds) passed += 1
  else failed += 1
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}: ${seen}`)
}

/** Calls with a pause before each, and returns the statuses. */
async function callAtIntervals(send: () => Promise<number>, pauseMs: number): Promise<number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < callsEach; sent += 1) {
    statuses.push(await send())
    await delay(pauseMs)
  }
  return statuses
}

async function tryProxy(name: string, start: typeof startNginx): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-proxy-'))
  const environment = { TRUST_PROXY: '1', KEEP_ALIVE_SECONDS: String(tenth.serverSeconds) }
  const club = await startTwoServers({ environment })
  const proxy = await start(
    folder,
    club.servers.map(({ port }) => port),
  )
  const ask = (path: string, headers: Record<string, string> = {}) => rawRequest(proxy.port, path, headers)
  try {
    const page = await ask('/en', { accept: 'text/html', 'accept-encoding': 'br' })
    const compressed = page.status === 200 && page.headers['content-encoding'] === 'br'
    check(`${name}: a page comes compressed`, compressed, String(page.status))
    const { token } = await signedInMember(club)
    const me = await ask(pathOf(endpoints.me, product), { authorization: `Bearer ${token}` })
    check(`${name}: a member's call`, me.status === 200, String(me.status))
    const visitor = await ask(pathOf(endpoints.me, product))
    check(`${name}: nobody else gets what the member got`, visitor.status === 401, String(visitor.status))
    const discovery = await ask('/identity/.well-known/openid-configuration')
    check(`${name}: the identity provider`, discovery.status === 200, String(discovery.status))

    const post = async () => {
      const answer = await fetch(`http://localhost:${proxy.port}${pathOf(endpoints.refresh, product)}`, {
        method: 'POST',
        body: '{}',
      }).catch(() => null)
      return answer?.status ?? 0
    }
    const statuses = (await Promise.all(pausesMs.map((pauseMs) => callAtIntervals(post, pauseMs)))).flat()
    const lost = statuses.filter((status) => status === 0 || status >= 500).length
    check(`${name}: no call meets a closed connection`, lost === 0, `${lost} of ${statuses.length} were lost`)

    await club.servers[1].kill()
    const after = await Promise.all(Array.from({ length: 40 }, async () => (await ask('/en/faq')).status))
    const missed = after.filter((status) => status !== 200).length
    check(`${name}: a killed server is not missed`, missed === 0, `${missed} of ${after.length} failed`)
  } finally {
    await proxy.stop()
    await club.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await tryProxy('nginx', startNginx)
await tryProxy('Caddy', startCaddy)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
