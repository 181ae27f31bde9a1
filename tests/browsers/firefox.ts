import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { connect, type Connection } from './bidi.ts'
import { printed, type Program, startProgram } from './programs.ts'
import { change, moveTo } from './pointer.ts'
import type { Browser, BrowserKind, Tab } from './tab.ts'

const program = process.env['FIREFOX'] ?? 'firefox-esr'

/** No background traffic, and no pages and questions of the browser's own. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_beforeunload': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'intl.accept_languages': 'en-HK, en',
}

/** Firefox, driven by WebDriver BiDi. Source: https://w3c.github.io/webdriver-bidi */
export const firefox: BrowserKind = {
  name: 'Firefox',
  find: async () => {
    const version = await printed(program, '--version')
    return version === null ? { missing: `${program} is not installed (Debian: firefox-esr)` } : { version }
  },
  launch: async (profile) => {
    const lines = Object.entries(preferences).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});\n`)
    await writeFile(join(profile, 'user.js'), lines.join(''))
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
    const started = startProgram(program, args)
    try {
      return await control(started, await connect(`${await addressOf(started)}/session`))
    } catch (error) {
      await started.kill()
      throw error
    }
  },
}

/** Firefox prints its address once it has started. */
async function addressOf({ child: { stderr } }: Program): Promise<string> {
  if (!stderr) throw new Error('The browser has no error output.')
  const lines = createInterface({ input: stderr })
  const said: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    lines.on('close', () => reject(new Error(`Firefox did not start:\n${said.join('\n')}`)))
  })
  lines.removeAllListeners()
  stderr.resume()
  return address
}

async function control({ exited }: Program, connection: Connection): Promise<Browser> {
  await connection.send('session.new', { capabilities: {} })
  return {
    newTab: async () => {
      const created = await connection.send('browsingContext.create', { type: 'tab' })
      const { context } = v.parse(v.object({ context: v.string() }), created)
      await connection.send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } })
      return tabOf(connection, context)
    },
    quit: async () => {
      await connection.send('browser.close', {})
      await exited
    },
  }
}

const Evaluated = v.variant('type', [
  v.object({
    type: v.literal('success'),
    result: v.union([
      v.object({ type: v.literal('string'), value: v.string() }),
      v.object({ type: v.literal('undefined') }),
    ]),
  }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
])
const Located = v.object({ nodes: v.tuple([v.object({ sharedId: v.string() })]) })

function tabOf({ send }: Connection, context: string): Tab {
  const mouse = (...actions: object[]) =>
    send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  const traverse = async (delta: number) => void (await send('browsingContext.traverseHistory', { context, delta }))
  return {
    begin: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'none' })),
    evaluate: async (expression) => {
      const answer = await send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then(value => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      })
      const evaluated = v.parse(Evaluated, answer)
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
      return evaluated.result.type === 'string' ? evaluated.result.value : 'null'
    },
    pressAt: async (point) => void (await mouse(moveTo(point), change('down'), change('up'))),
    mouse: async (button, point) => void (await mouse(moveTo(point), change(button))),
    chooseFiles: async (files) => {
      const locator = { type: 'css', value: 'input[type=file]' }
      const located = await send('browsingContext.locateNodes', { context, locator, maxNodeCount: 1 })
      const [{ sharedId }] = v.parse(Located, located).nodes
      await send('input.setFiles', { context, element: { sharedId }, files })
    },
    back: () => traverse(-1),
    forward: () => traverse(1),
    close: async () => void (await send('browsingContext.close', { context })),
  }
}
