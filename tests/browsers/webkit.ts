import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { freePort } from '#tests/support/ports.ts'
import { printed, type Program, startProgram } from './programs.ts'
import { change, moveTo } from './pointer.ts'
import type { Browser, BrowserKind, Tab } from './tab.ts'

/** Debian's own: others lack its libraries. */
const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('webkitBrowser.py', import.meta.url))
const readVersion =
  'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2 as w; ' +
  'print(w.get_major_version(), w.get_minor_version(), w.get_micro_version(), sep=".")'

/** WebKitGTK in a small browser of our own, driven by WebDriver. Source: https://www.w3.org/TR/webdriver2 */
export const webkit: BrowserKind = {
  name: 'WebKitGTK',
  find: async () => {
    const version = await printed(python, '-c', readVersion)
    if (version === null) return { missing: 'Debian’s python3-gi or gir1.2-webkit2-4.1 is not installed' }
    for (const [program, name] of [
      ['WebKitWebDriver', 'webkit2gtk-driver'],
      ['Xvfb', 'xvfb'],
    ] as const) {
      if ((await printed('which', program)) === null) return { missing: `Debian’s ${name} is not installed` }
    }
    return { version: `WebKitGTK ${version}` }
  },
  launch: async (profile) => {
    const screen = await startScreen()
    const port = await freePort()
    const driver = startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
      stdio: 'ignore',
    })
    const end = async () => {
      await driver.kill()
      await screen.kill()
    }
    try {
      return await control(`http://127.0.0.1:${port}`, profile, end)
    } catch (error) {
      await end()
      throw error
    }
  },
}

/** A screen that nobody sees. Xvfb chooses a free number and writes it to the given file descriptor. */
async function startScreen(): Promise<Program & { display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp']
  const xvfb = startProgram('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((resolve, reject) => {
    xvfb.child.stdio[3]?.once('data', (written) => resolve(String(written).trim()))
    xvfb.exited.then(() => reject(new Error('Xvfb did not start.')), reject)
  })
  return { ...xvfb, display: `:${number}` }
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>

function sender(base: string): Send {
  return async (method, path, body) => {
    const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = v.parse(v.object({ value: v.unknown() }), await response.json())
    if (response.ok) return value
    const { error, message } = v.parse(v.object({ error: v.string(), message: v.string() }), value)
    throw new Error(`${error}: ${message}`)
  }
}

async function control(origin: string, profile: string, end: () => Promise<void>): Promise<Browser> {
  await untilReady(origin)
  const alwaysMatch = {
    // The journeys wait for what they expect, and press while a page loads.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': { binary: python, args: [script, profile] },
  }
  const created = await sender(origin)('POST', '/session', { capabilities: { alwaysMatch } })
  const { sessionId } = v.parse(v.object({ sessionId: v.string() }), created)
  const send = sender(`${origin}/session/${sessionId}`)
  // Each command is for the current window: none may come between a switch and its command.
  let turn: Promise<unknown> = Promise.resolve()
  const within = (handle: string): Send => {
    return (...command) => {
      const earlier = turn
      const answer = (async () => {
        await earlier
        await send('POST', '/window', { handle })
        return await send(...command)
      })()
      turn = answer.catch(() => undefined)
      return answer
    }
  }
  let first = true
  return {
    newTab: async () => {
      const current = first ? send('GET', '/window') : send('POST', '/window/new', { type: 'tab' }).then(handleOf)
      first = false
      return tabOf(within(v.parse(v.string(), await current)))
    },
    quit: async () => {
      await send('DELETE', '')
      await end()
    },
  }
}

async function untilReady(origin: string): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      await sender(origin)('GET', '/status')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const handleOf = (created: unknown) => v.parse(v.object({ handle: v.string() }), created).handle

/** The result of the script, or the text of its exception. */
const Evaluated = v.union([v.object({ thrown: v.string() }), v.object({ value: v.nullish(v.string()) })])
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

function tabOf(send: Send): Tab {
  const mouse = async (...actions: object[]) => {
    const source = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
    await send('POST', '/actions', { actions: [source] })
  }
  return {
    begin: async (url) => void (await send('POST', '/url', { url })),
    evaluate: async (expression) => {
      const body =
        'const done = arguments[arguments.length - 1];' +
        `(async () => (${expression}))().then(value => done({value: JSON.stringify(value)}), error => done({thrown: String(error)}))`
      const evaluated = v.parse(Evaluated, await send('POST', '/execute/async', { script: body, args: [] }))
      if ('thrown' in evaluated) throw new Error(evaluated.thrown)
      return evaluated.value ?? 'null'
    },
    pressAt: (point) => mouse(moveTo(point), change('down'), change('up')),
    mouse: (button, point) => mouse(moveTo(point), change(button)),
    chooseFiles: async (paths) => {
      const found = await send('POST', '/element', { using: 'css selector', value: 'input[type=file]' })
      const { [elementKey]: id } = v.parse(v.object({ [elementKey]: v.string() }), found)
      await send('POST', `/element/${id}/value`, { text: paths.join('\n') })
    },
    back: async () => void (await send('POST', '/back', {})),
    forward: async () => void (await send('POST', '/forward', {})),
    close: async () => void (await send('DELETE', '/window')),
  }
}
