import type { Point, Tab } from './tab.ts'

/** The limit for what a page should come to show, in milliseconds: a slow machine, and a browser without a GPU. */
const timeoutMs = 30_000
/** The limit for one look at the page: Firefox may never answer for a page that is left while it looks. */
const lookMs = 5_000

/** Runs a function in the page, with JSON arguments. It must not use anything from outside itself. */
export async function inPage<Args extends unknown[], T>(
  tab: Tab,
  run: (...args: Args) => T | Promise<T>,
  ...args: Args
): Promise<T> {
  const json = await tab.evaluate(`(${run.toString()})(...${JSON.stringify(args)})`)
  const result: T = JSON.parse(json)
  return result
}

/**
 * Waits until a function in the page returns something other than false, null and undefined, also across page changes.
 */
export async function until<Args extends unknown[], T>(
  tab: Tab,
  expectation: string,
  look: (...args: Args) => T | Promise<T>,
  ...args: Args
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  let last = ''
  for (;;) {
    try {
      const seen = await answered(inPage(tab, look, ...args))
      if (seen !== false && seen !== null && seen !== undefined) return seen
      last = ''
    } catch (error) {
      last = ` (${String(error)})`
    }
    if (Date.now() > deadline) throw new Error(`Expected ${expectation}${last}. ${await describePage(tab)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function answered<T>(look: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The page does not answer.')), lookMs)
  return await Promise.race([look, tooLate]).finally(() => clearTimeout(timer))
}

async function describePage(tab: Tab): Promise<string> {
  try {
    return await answered(
      inPage(tab, () => `At ${location.href}: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 400)}`),
    )
  } catch {
    return 'The page does not answer.'
  }
}

/** Opens an address, and waits until its page and its resources are loaded. */
export async function open(tab: Tab, address: string): Promise<void> {
  await inPage(tab, () => {
    document.documentElement.dataset['left'] = ''
  })
  await tab.begin(address)
  await until(
    tab,
    `${address} to load`,
    () => document.readyState === 'complete' && !('left' in document.documentElement.dataset),
  )
}

/** Waits until the app has replaced the prerendered page. */
export async function mounted(tab: Tab): Promise<void> {
  await until(
    tab,
    'the app to be mounted',
    () => (document.querySelector('#root:not([data-prerendered])')?.childElementCount ?? 0) > 0,
  )
}

export type Kind = 'link' | 'button' | 'heading' | 'field'

/**
 * The centre of a visible element with this name, once it is there and nothing covers it.
 *
 * @param within a CSS selector of the part of the page to look in
 */
export function find(tab: Tab, kind: Kind, name: string, within = 'body'): Promise<Point> {
  return until(
    tab,
    `a ${kind} “${name}”`,
    async (wanted, text, part) => {
      const selectors = { link: 'a[href]', button: 'button, summary', heading: 'h1, h2, h3', field: 'label' }
      for (const element of document.querySelectorAll<HTMLElement>(`${part} :is(${selectors[wanted]})`)) {
        const label = element.getAttribute('aria-label') ?? element.innerText
        if (!label.trim().includes(text) || !element.checkVisibility()) continue
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const early = element.getBoundingClientRect()
        // Fonts that arrive move things.
        await document.fonts.ready
        await new Promise((resolve) => setTimeout(resolve, 100))
        const { x, y, width, height } = element.getBoundingClientRect()
        if (x !== early.x || y !== early.y) return null
        const centre = { x: x + width / 2, y: y + height / 2 }
        const top = document.elementFromPoint(centre.x, centre.y)
        if (top !== null && element.contains(top)) return centre
      }
      return null
    },
    kind,
    name,
    within,
  )
}

/** Presses a link or a button with the mouse, once it is there. */
export async function press(tab: Tab, kind: 'link' | 'button', name: string, within?: string): Promise<void> {
  await tab.pressAt(await find(tab, kind, name, within))
}

/** Fills in a form of the identity provider's pages, as a password manager does. */
export async function fill(tab: Tab, values: Readonly<Record<string, string>>): Promise<void> {
  await until(
    tab,
    `fields ${Object.keys(values).join(', ')}`,
    (given) => {
      for (const [name, value] of Object.entries(given)) {
        const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
        if (!field) return false
        field.value = value
      }
      return true
    },
    values,
  )
}

/** Types into the first visible field with exactly this label, as a keyboard does: the app hears it. */
export async function typeInto(tab: Tab, label: string, text: string): Promise<void> {
  await until(
    tab,
    `a field “${label}”`,
    (wanted, typed) => {
      const labelled = [...document.querySelectorAll('label')].find(
        (one) => one.innerText.trim() === wanted && one.checkVisibility(),
      )
      const field = labelled?.control
      if (!(field instanceof HTMLInputElement)) return false
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return true
    },
    label,
    text,
  )
}

/** Waits until the page shows a text. */
export async function sees(tab: Tab, text: string): Promise<void> {
  await until(tab, `“${text}”`, (wanted) => document.body.innerText.includes(wanted), text)
}

/** Waits until the page's path is this one. */
export async function isAt(tab: Tab, path: string): Promise<void> {
  await until(tab, `the page ${path}`, (wanted) => location.pathname === wanted, path)
}

/**
 * Waits until the app works offline: a worker controls the page, which it claims last of all, and the season's concerts
 * are on the device. WebKitGTK may never tell the page that the worker it shows as activating is active.
 */
export async function offlineReady(tab: Tab): Promise<void> {
  await until(tab, 'the app to be available offline', () => {
    const answers = localStorage.getItem('club-bravo.answers') ?? ''
    return navigator.serviceWorker.controller !== null && answers.includes('static-contents')
  })
}
