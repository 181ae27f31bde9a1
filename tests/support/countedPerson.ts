import type { Locator, Page } from '@playwright/test'
import type { Club } from './club.ts'

/** What a job costs a person: presses, answers typed or chosen, and screens on which something is to be done. */
export interface Cost {
  presses: number
  typed: number
  screens: number
}

/** A person with one page, who does a job as its words on the screen say, and whose every press is counted. */
export interface Person {
  page: Page
  club: Club
  /** Presses a link, a button or a box by its name; by default in the part of the page that the job is done in. */
  press: (name: string | RegExp, options?: { in?: Locator }) => Promise<void>
  /** Types an answer into a field, or chooses it. */
  type: (label: string, text: string, options?: { in?: Locator }) => Promise<void>
}

/** What can be pressed under a name. */
function named(name: string | RegExp, place: Locator): Locator {
  return place
    .getByRole('link', { name })
    .or(place.getByRole('button', { name }))
    .or(place.getByRole('checkbox', { name }))
    .or(place.getByRole('menuitem', { name }))
    .or(place.getByRole('radio', { name }))
    .first()
}

/** Counts what a person does. `usual`: where a press is meant to be, unless it says otherwise. */
export function countedPerson(page: Page, club: Club, usual: Locator): { person: Person; cost: Cost } {
  const cost: Cost = { presses: 0, typed: 0, screens: 0 }
  let screen: string | null = null
  const arrive = async () => {
    const { pathname } = new URL(page.url())
    // The page on which the job begins is none of its screens.
    if (screen !== null && screen !== pathname) cost.screens += 1
    screen = pathname
  }
  return {
    cost,
    person: {
      page,
      club,
      press: async (name, { in: place = usual } = {}) => {
        const target = named(name, place)
        await target.waitFor()
        await arrive()
        await (/checkbox|radio/.test((await target.getAttribute('type')) ?? '') ? target.check() : target.click())
        cost.presses += 1
      },
      type: async (label, text, { in: place = usual } = {}) => {
        // With the star of a field that is required.
        const field = place.getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))
        await field.waitFor()
        await arrive()
        if (await field.evaluate((element) => element.matches('select'))) await field.selectOption(text)
        else await field.fill(text)
        cost.typed += 1
      },
    },
  }
}
