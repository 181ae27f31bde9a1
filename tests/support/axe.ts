import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { runFolder } from './templates.ts'

type Options = Parameters<AxeBuilder['options']>[0]

declare global {
  /** Axe, in a page in which it is loaded. */
  var axe: { run: (options: Options) => ReturnType<AxeBuilder['analyze']> }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on colours; the results of the others are the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

const require = createRequire(import.meta.resolve('@axe-core/playwright'))
const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Checks the current page against WCAG 2.2 AA, with its colours in light and in dark. Once in a run for each state of a
 * page: axe costs as much as three page loads, and many tests come by the same one.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A page to which another has led may still be without its style sheet, which decides the size of targets.
  await page.waitForLoadState('load')
  // Nor has it a title before the app has started.
  await expect(page).toHaveTitle(/\S/)
  const state = await stateOf(page)
  if (hasPassed(state)) return
  // Once for each document: loading axe costs as much as running it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light', { type: 'tag', values: standards })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'dark', { type: 'rule', values: colourRules })
  await page.emulateMedia({ colorScheme: null })
  // What has changed meanwhile was not checked.
  if ((await stateOf(page)) === state) notePassed(state)
}

const passed = new Set<string>()

/** A file for each state that has passed: the processes of a run share it. */
const noteOf = (state: string) => runFolder() && join(runFolder() ?? '', 'accessible', state)

function hasPassed(state: string): boolean {
  const note = noteOf(state)
  return passed.has(state) || (note !== undefined && existsSync(note))
}

function notePassed(state: string): void {
  passed.add(state)
  const note = noteOf(state)
  if (note === undefined) return
  mkdirSync(join(note, '..'), { recursive: true })
  writeFileSync(note, '')
}

/** A hash of what axe reads of a page. */
async function stateOf(page: Page): Promise<string> {
  return createHash('sha256')
    .update(await page.evaluate(describeState))
    .digest('hex')
}

/**
 * Runs in the page: its elements with what they say of themselves, and where there is text. Not which text, nor where
 * links and pictures lead: no rule reads that. Names that the app counts up differ in each visit: what matters is that
 * they are unique, and lead to an element.
 */
function describeState(): string {
  const kept =
    /^(?:class|style|lang|dir|role|type|tabindex|open|hidden|disabled|autocomplete|scope|colspan|name|aria-(?!label$|valuenow|valuetext).*)$/
  const references = /^(?:for|form|list|aria-(?:labelledby|describedby|controls|owns|activedescendant|errormessage))$/
  const ids = new Map<string, number>()
  for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1)
  const countOf = (id: string) => ids.get(id) ?? 0
  const describeAttribute = ({ name, value }: Attr): string => {
    if (name === 'id') return `id=${countOf(value)}`
    if (references.test(name)) return `${name}=${value.split(/\s+/).map(countOf).join()}`
    return kept.test(name) ? `${name}=${value}` : `${name}=${value.trim() !== ''}`
  }
  const describe = (node: Node): string => {
    if (node instanceof Text) return node.data.trim() === '' ? '' : 'T'
    if (!(node instanceof Element) || node.matches('script, style, template')) return ''
    const attributes = [...node.attributes].map(describeAttribute).toSorted().join(' ')
    const states = [':checked', ':disabled', ':placeholder-shown', ':popover-open', ':invalid']
    const state = states.filter((name) => node.matches(name)).join('')
    return `<${node.tagName} ${attributes} ${state}>${[...node.childNodes].map(describe).join('')}</>`
  }
  const { fontSize } = getComputedStyle(document.documentElement)
  return [innerWidth, innerHeight, devicePixelRatio, fontSize, describe(document.documentElement)].join(' ')
}

/**
 * The app has no frames: axe runs completely in the page, and only the violations leave it. AxeBuilder also transfers
 * what passed, which costs more than the checks.
 */
async function expectNoViolations(
  page: Page,
  scheme: 'light' | 'dark',
  runOnly: NonNullable<Options['runOnly']>,
): Promise<void> {
  const options: Options = { runOnly, resultTypes: ['violations'] }
  const found = await page.evaluate(async (given) => {
    // A bar that sticks covers whatever is below it at this moment, which axe takes for targets that are too small:
    // people scroll.
    const bars = [...document.querySelectorAll<HTMLElement>('nav')].filter(
      (nav) => getComputedStyle(nav).position === 'sticky',
    )
    for (const bar of bars) bar.style.position = 'static'
    const { violations } = await axe.run(given)
    for (const bar of bars) bar.style.position = ''
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, options)
  expect(found, `${page.url()} in ${scheme}`).toEqual([])
}
