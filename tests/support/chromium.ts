import { execFile } from 'node:child_process'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'
import type { LaunchOptions } from 'playwright-core'
import * as v from 'valibot'
import { readTar } from './tar.ts'

const decompress = promisify(brotliDecompress)
const run = promisify(execFile)

/**
 * Chromium's flags for every run: no sandbox (tests also run as root), no GPU, and no background traffic of the
 * browser.
 */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export interface ChromiumOptions {
  /** More flags. */
  args?: readonly string[]
  /** A .y4m or .mjpeg file that plays as the camera, with the camera's permission granted. */
  film?: string
}

const Manifest = v.object({ version: v.string() })

interface Installed {
  executablePath: string
  /** What the program needs in its environment, beside the present one. */
  env: Record<string, string>
  isShipped: boolean
}

/**
 * Playwright's launch options for the browser of the tests. Without a choice it is the Chromium shipped inside
 * `@sparticuz/chromium`, unpacked once beside the packages. `CHROMIUM=system` chooses the one on the PATH, and
 * `CHROMIUM=/a/path` that program. Downloads nothing. Where nothing is shipped for the machine and nothing is on the
 * PATH, the options name Chrome's own channel, and Playwright reports what is missing when it launches.
 */
export async function chromiumLaunch({ args = [], film }: ChromiumOptions = {}): Promise<LaunchOptions> {
  const camera = film
    ? [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ]
    : []
  const flags = { args: [...quietFlags, ...camera, ...args], chromiumSandbox: false }
  const installed = await chosenChromium()
  if (installed === null) return { ...flags, channel: 'chrome' }
  const { executablePath, env } = installed
  return { ...flags, executablePath, env: { ...presentEnvironment(), ...env } }
}

/** The browser that the tests run in, such as `Chromium 153.0.1 (shipped)`. */
export async function describeChromium(): Promise<string> {
  const installed = await chosenChromium()
  if (installed === null) return "Chrome's own channel"
  const { executablePath, env, isShipped } = installed
  const { stdout } = await run(executablePath, ['--version'], { env: { ...process.env, ...env } })
  return `${stdout.trim()} (${isShipped ? 'shipped' : executablePath})`
}

async function chosenChromium(): Promise<Installed | null> {
  const choice = process.env['CHROMIUM'] ?? ''
  const isShippedForMachine = process.platform === 'linux' && process.arch === 'x64'
  if (choice === '' && isShippedForMachine) return unpackShipped()
  if (choice !== '' && choice !== 'system') return { executablePath: choice, env: {}, isShipped: false }
  const executablePath = await findOnPath()
  if (executablePath) return { executablePath, env: {}, isShipped: false }
  if (choice === 'system')
    throw new Error(`CHROMIUM=system, but none of these is on the PATH: ${systemNames.join(', ')}`)
  return null
}

async function findOnPath(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = await Promise.all(candidates.map(isExecutable))
  return candidates.find((_, index) => found[index]) ?? null
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function presentEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/**
 * Unpacks the shipped Chromium with the libraries and fonts that a minimal machine lacks. Several processes may do this
 * at once: each unpacks into a separate folder, and the first to finish gives its folder the final name.
 */
async function unpackShipped(): Promise<Installed> {
  const packageFolder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = v.parse(Manifest, JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')))
  const cache = fileURLToPath(new URL('../../node_modules/.cache/club-bravo/', import.meta.url))
  const home = join(cache, `chromium-${version}`)
  const executablePath = join(home, 'chromium')
  if (!(await isExecutable(executablePath))) {
    await mkdir(cache, { recursive: true })
    const workplace = await mkdtemp(join(cache, 'unpacking-'))
    try {
      await unpackInto(workplace, home, join(packageFolder, 'bin'))
      await rename(workplace, home)
    } catch (error) {
      await rm(workplace, { recursive: true, force: true })
      if (!(await isExecutable(executablePath))) throw error
    }
  }
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(home, 'libraries/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
    isShipped: true,
  }
}

async function unpackInto(folder: string, home: string, shipped: string): Promise<void> {
  const program = createWriteStream(join(folder, 'chromium'), { mode: 0o755 })
  await Promise.all([
    pipeline(createReadStream(join(shipped, 'chromium.br')), createBrotliDecompress(), program),
    unpackTar(join(shipped, 'al2023.tar.br'), join(folder, 'libraries')),
    unpackTar(join(shipped, 'fonts.tar.br'), join(folder, 'fonts')),
    writeFile(join(folder, 'fonts.conf'), fontConfiguration(home)),
  ])
}

/** The system's fonts if there are any (Chinese needs them), and always the shipped ones. */
function fontConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'font-cache')}</cachedir>
</fontconfig>
`
}

async function unpackTar(archive: string, folder: string): Promise<void> {
  const unpacked = await decompress(await readFile(archive))
  for (const { name, mode, content } of readTar(unpacked)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content, { mode })
  }
}
