import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumLaunch } from '#tests/support/chromium.ts'

/**
 * A Chromium with a profile folder that outlives it, started without Playwright's launcher: its processes are a
 * separate group, so that all of them can be killed at once, at any moment.
 */
export interface KillableBrowser {
  page: Page
  /** SIGKILL to every process of the browser. Resolves when the last one is gone. */
  kill: () => Promise<void>
  /** Quits normally: the browser writes its data first. */
  quit: () => Promise<void>
}

/** The usual paths of Chrome on machines on which it is not on the PATH. */
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  `${process.env['PROGRAMFILES'] ?? 'C:\\Program Files'}\\Google\\Chrome\\Application\\chrome.exe`,
]

const runningBrowsers = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of runningBrowsers) killGroup(child)
})

const phoneFlags = [
  '--headless',
  '--remote-debugging-port=0',
  '--window-size=390,844',
  '--lang=en-HK',
  '--hide-scrollbars',
]

/**
 * Starts a browser.
 *
 * @param profile the folder of its profile, created if it does not exist
 */
export async function launchKillableBrowser(profile: string): Promise<KillableBrowser> {
  const { executablePath, args = [], env } = await chromiumLaunch()
  const program = executablePath ?? usualPlaces.find((place) => existsSync(place))
  if (program === undefined) throw new Error('There is no Chromium or Chrome on this machine.')
  const child = spawn(program, [...args, ...phoneFlags, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  runningBrowsers.add(child)
  // All processes of the browser share the pipe: it closes with the last of them.
  const exited = once(child, 'close').finally(() => runningBrowsers.delete(child))
  const kill = async () => {
    killGroup(child)
    await exited
  }
  try {
    const browser = await chromium.connectOverCDP(await debuggingAddress(child))
    const page = browser.contexts()[0]?.pages()[0]
    if (!page) throw new Error('The browser has opened no page.')
    // It ends what hangs: beside the other tests, a loaded machine has taken half a minute for a field.
    page.context().setDefaultTimeout(180_000)
    return { page, kill, quit: () => quit(browser, exited) }
  } catch (error) {
    await kill()
    throw error
  }
}

/** Also where its first process has ended by itself: what it leaves would hold the pipe open, and write on. */
function killGroup(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || !runningBrowsers.has(child)) return
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'])
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The last of them has just ended.
  }
}

async function quit(browser: Browser, exited: Promise<unknown>): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.close')
  await exited
}

/** Chromium prints its debugging address once it has started. */
async function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('The browser has no error output.')
  const printed: string[] = []
  const lines = createInterface({ input: stderr })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (found === undefined) printed.push(line)
      else resolve(found)
    })
    lines.on('close', () => reject(new Error(`The browser did not start:\n${printed.join('\n')}`)))
  })
  lines.removeAllListeners()
  stderr.resume()
  return address
}

/** Removes profiles: a process of a browser may write on for a moment after the browser has ended. */
export async function removeProfiles(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}
