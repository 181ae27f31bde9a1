import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localCertificate } from '#server/http/network/certificate.ts'
import { settings } from '#server/settings.ts'

const read = (file: string) => readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
const run = promisify(execFile)

function isInstalled(program: string): boolean {
  try {
    return execFileSync('which', [program]).length > 0
  } catch {
    return false
  }
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-deploy-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('What the files of a deployment set are settings of the product, or of their own', async () => {
  const unit = [...(await read('club-bravo@.service')).matchAll(/^Environment=(.*)$/gm)].flatMap(([, set = '']) =>
    set.split(' ').map((one) => one.split('=')[0]),
  )
  const image = [...(await read('Dockerfile')).matchAll(/^ENV (.*)$/gm)].flatMap(([, set = '']) =>
    set.split(' ').map((one) => one.split('=')[0]),
  )
  const compose = [...(await read('compose.yaml')).matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
  const own = new Set([
    'POSTGRES_USER',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'SERVER_PASSWORD',
    'CLUB_HOST',
    'CLUB_SERVERS',
  ])
  const names = [...unit, ...image, ...compose.filter((name) => !own.has(name ?? ''))]
  expect(names.length).toBeGreaterThan(8)
  for (const name of names) expect(settings).toHaveProperty(String(name))
})

test('The wrapper runs a command as the servers’ user, with the settings and the folder of their unit', async () => {
  const unit = await read('club-bravo@.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  const asked = join(folder, 'systemd-run')
  await writeFile(asked, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  await chmod(asked, 0o755)
  const { stdout } = await run('deploy/club-bravo', ['mails', 'list', 'a word'], {
    env: { PATH: `${folder}:${process.env['PATH']}`, SERVER: '8082' },
  })
  const words = stdout.trimEnd().split('\n')
  expect(words).toContain(`--uid=${valueOf('User')}`)
  expect(words).toContain(`--working-directory=${valueOf('WorkingDirectory')}`)
  expect(words).toContain(`--property=EnvironmentFile=${valueOf('EnvironmentFile')}`)
  expect(words).toContain(`--setenv=${/DATA_DIR=\S+/.exec(unit)?.[0].replace('%i', '8082')}`)
  const [node] = (valueOf('ExecStart') ?? '').split(' ')
  expect(words.slice(words.indexOf(node ?? ''))).toEqual([node, 'server/commands/club.ts', 'mails', 'list', 'a word'])
})

test('Proxies let go of an idle connection before the server does', async () => {
  const kept = Number(settings.KEEP_ALIVE_SECONDS.byDefault)
  const nginx = Number(/keepalive_timeout (\d+)s;/.exec(await read('nginx.conf'))?.[1])
  const caddy = Number(/keepalive (\d+)s/.exec(await read('Caddyfile'))?.[1])
  expect(Math.max(nginx, caddy)).toBeLessThan(kept)
})

/** What checks a file of `deploy`: it rejects if there is something wrong with it. */
const checks: Record<string, () => Promise<unknown>> = {
  'systemd-analyze': async () => {
    const program = join(folder, 'node')
    await writeFile(program, '')
    await chmod(program, 0o755)
    const unit = join(folder, 'club-bravo@.service')
    await writeFile(unit, (await read('club-bravo@.service')).replace(/^ExecStart=\S+/m, `ExecStart=${program}`))
    const units = [unit]
    for (const name of ['club-bravo-backup.service', 'club-bravo-backup.timer']) {
      const backup = join(folder, name)
      await writeFile(backup, (await read(name)).replace('/usr/local/bin/club-bravo', program))
      units.push(backup)
    }
    expect(await run('systemd-analyze', ['verify', ...units])).toEqual({ stdout: '', stderr: '' })
    // What it leaves open to the service, from 0 to 100.
    return run('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit])
  },
  caddy: () => {
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], { env })
  },
  nginx: async () => {
    const { key, chain } = await localCertificate(folder, ['club.example'], new Date())
    await writeFile(join(folder, 'privkey.pem'), key)
    await writeFile(join(folder, 'fullchain.pem'), chain)
    const site = (await read('nginx.conf'))
      .replaceAll('/etc/ssl/club.example/', `${folder}/`)
      .replaceAll('/var/cache/nginx/club', join(folder, 'cache'))
    await writeFile(join(folder, 'site.conf'), site)
    const main = join(folder, 'nginx.conf')
    // Its own folders may be another user's.
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')
    const http = `${temporary} access_log off; include ${folder}/site.conf;`
    await writeFile(main, `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${http} }`)
    return run('nginx', ['-t', '-p', folder, '-c', main])
  },
}

test.each(Object.keys(checks).filter(isInstalled))('%s finds nothing wrong with its file', async (program) => {
  await expect(checks[program]?.()).resolves.toBeDefined()
})
